"""What cells showed, made safe to keep: text and pictures, nothing that a browser would run."""

from __future__ import annotations

import base64
import binascii
from typing import Any

_MOST_OUTPUTS = 200
_MOST_TEXT = 200_000
_PNG = b"\x89PNG\r\n\x1a\n"


def inert(claimed: Any) -> list[dict[str, Any]]:
    """nbformat outputs from whatever the student's process says its cell showed.

    Examples
    --------
    >>> inert([{"output_type": "display_data", "data": {"text/html": "<script>", "text/plain": "a table"}}])
    [{'output_type': 'display_data', 'data': {'text/plain': 'a table'}, 'metadata': {}}]
    >>> inert("nothing of the kind")
    []
    """
    outputs = claimed if isinstance(claimed, list) else []
    return [
        kept for output in outputs[:_MOST_OUTPUTS] if isinstance(output, dict) and (kept := _kept(output))
    ]


def _kept(output: dict[str, Any]) -> dict[str, Any] | None:
    match output.get("output_type"):
        case "stream":
            name = "stderr" if output.get("name") == "stderr" else "stdout"
            return {"output_type": "stream", "name": name, "text": _text(output.get("text"))}
        case "error":
            lines = output.get("traceback")
            return {
                "output_type": "error",
                "ename": _text(output.get("ename")),
                "evalue": _text(output.get("evalue")),
                "traceback": [_text(line) for line in lines[:200]] if isinstance(lines, list) else [],
            }
        case "display_data":
            return {"output_type": "display_data", "data": _faces(output.get("data")), "metadata": {}}
        case "execute_result":
            kept = {"output_type": "execute_result", "data": _faces(output.get("data")), "metadata": {}}
            return {**kept, "execution_count": None}
    return None


def _faces(claimed: Any) -> dict[str, str]:
    data = claimed if isinstance(claimed, dict) else {}
    faces = {"text/plain": _text(data.get("text/plain"))}
    picture = data.get("image/png")
    if isinstance(picture, str) and _is_png(picture):
        faces["image/png"] = picture
    return faces


def _is_png(text: str) -> bool:
    try:
        return base64.b64decode(text, validate=True).startswith(_PNG)
    except (binascii.Error, ValueError):
        return False


def _text(claimed: Any) -> str:
    text = claimed if isinstance(claimed, str) else ""
    return text[:_MOST_TEXT].encode("utf-8", "replace").decode("utf-8")
