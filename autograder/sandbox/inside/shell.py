"""An IPython shell that keeps what cells show instead of showing it.

It is a real ``InteractiveShell``: magics, ``!`` commands, top-level ``await`` and rich display work as in a
notebook. There is no kernel around it and no message is sent anywhere.
"""

from __future__ import annotations

import base64
import io
import os
import sys
from typing import Any

from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.interactiveshell import InteractiveShell
from traitlets import Type
from traitlets.config import Config

from . import figures
from .outputs import OUTPUTS


class _Stream(io.TextIOBase):
    encoding = "utf-8"

    def __init__(self, name: str) -> None:
        self.name = name

    def write(self, text: str) -> int:
        OUTPUTS.text(self.name, str(text))
        return len(text)

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return 1 if self.name == "stdout" else 2


class _Publisher(DisplayPublisher):
    def publish(self, data: Any, metadata: Any = None, source: Any = None, **_: Any) -> None:
        OUTPUTS.add({"output_type": "display_data", "data": _as_json(data), "metadata": {}})

    def clear_output(self, wait: bool = False) -> None:
        OUTPUTS.kept.clear()


class _Hook(DisplayHook):
    def write_output_prompt(self) -> None:
        pass

    def write_format_data(self, format_dict: dict, md_dict: dict | None = None) -> None:
        data = _as_json(format_dict)
        count = self.prompt_count
        OUTPUTS.add({"output_type": "execute_result", "data": data, "metadata": {}, "execution_count": count})

    def finish_displayhook(self) -> None:
        pass


class Shell(InteractiveShell):
    """The shell of one submission."""

    display_pub_class = Type(_Publisher)
    displayhook_class = Type(_Hook)

    def _showtraceback(self, etype: type, evalue: BaseException, stb: list[str]) -> None:
        output = {"output_type": "error", "ename": etype.__name__, "evalue": str(evalue), "traceback": stb}
        OUTPUTS.add(output)

    def enable_gui(self, gui: str | None = None) -> None:
        """There is no event loop of a window system to enter."""

    def ask_exit(self) -> None:
        """``exit`` in a cell ends nothing."""


#: Cells whose first run in a process is slow: a traceback, an event loop, a figure with its fonts, a table.
_WARMING_UP = (
    "1 / 0",
    "await __import__('asyncio').sleep(0)",
    "import matplotlib.pyplot as plt\nplt.plot([1, 2]); plt.title('$x$ y'); plt.show()",
    "import pandas\ndisplay(pandas.DataFrame({'a': [1, 2]}))",
)


def warmed_up() -> Shell:
    """A shell in which the first cell of a student finds everything imported."""
    config = Config()
    config.HistoryManager.enabled = False
    config.InteractiveShell.colors = "nocolor"
    config.InteractiveShell.cache_size = 0
    shell = Shell.instance(config=config)
    shell.events.register("post_execute", figures.show)
    OUTPUTS.start(1_000_000, pictures=True)
    for cell in _WARMING_UP:
        shell.run_cell(cell)
    shell.reset(new_session=True)
    shell.execution_count = 1
    return shell


def redirect() -> None:
    """Send what is printed, from Python or below it, where it is kept; nothing comes in."""
    nowhere = os.open("/dev/null", os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nowhere, descriptor)
    os.close(nowhere)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - open as long as the process
    sys.stdout, sys.stderr = _Stream("stdout"), _Stream("stderr")  # type: ignore[assignment]


def _as_json(data: dict[str, Any]) -> dict[str, str]:
    """The faces of a displayed object that are text, and pictures as base64."""
    faces = {}
    for kind, content in data.items():
        if isinstance(content, bytes):
            faces[str(kind)] = base64.b64encode(content).decode("ascii")
        elif isinstance(content, str):
            faces[str(kind)] = content
    return faces
