"""What cells have shown, kept instead of shown."""

from __future__ import annotations

import json
from typing import Any


class Outputs:
    """What one cell has shown, in nbformat's words, up to a limit of bytes."""

    def __init__(self) -> None:
        self.start(0)

    def start(self, limit: int, pictures: bool = False) -> None:
        """Forget everything; keep at most `limit` bytes from now on, and pictures if they are wanted."""
        self.pictures = pictures
        self.kept: list[dict[str, Any]] = []
        self.left = limit
        self.cut = False

    def text(self, stream: str, text: str) -> None:
        text = text[: self._allowed(len(text))]
        last = self.kept[-1] if self.kept else {}
        if last.get("output_type") == "stream" and last["name"] == stream:
            last["text"].append(text)
        elif text:
            self.kept.append({"output_type": "stream", "name": stream, "text": [text]})

    def add(self, output: dict[str, Any]) -> None:
        size = len(json.dumps(output, default=str))
        if self._allowed(size) == size:
            self.kept.append(output)

    def taken(self) -> list[dict[str, Any]]:
        """The outputs, each stream as one text."""
        if self.cut:
            note = "\n[The output was longer than is kept.]\n"
            self.kept.append({"output_type": "stream", "name": "stderr", "text": [note]})
        return [
            {**output, "text": "".join(output["text"])} if output["output_type"] == "stream" else output
            for output in self.kept
        ]

    def _allowed(self, size: int) -> int:
        self.cut |= size > self.left
        allowed = min(size, self.left)
        self.left -= allowed
        return allowed


OUTPUTS = Outputs()
