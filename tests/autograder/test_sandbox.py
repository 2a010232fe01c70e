"""The walls, tried from inside: what a submission can see, use up, leave behind and outlive."""

import shutil
import time
from pathlib import Path

import pytest

from autograder.sandbox.box import Box
from autograder.sandbox.channel import Late, Silence
from autograder.sandbox.inside.codec import decode, encode
from autograder.sandbox.limits import Limits
from autograder.sandbox.pool import each

pytestmark = pytest.mark.skipif(shutil.which("bwrap") is None, reason="bubblewrap is not installed")

LIMITS = Limits(memory=300 * 2**20, processes=24, cpu_seconds=20, file_bytes=8 * 2**20, output_bytes=50_000)
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def box():
    with Box() as box:
        yield box
        assert "Traceback" not in box.complaints()


@pytest.fixture
def visit(box):
    with box.visit(LIMITS) as visit:
        yield visit


def run_request(source, seconds, pictures=False):
    limit = LIMITS.output_bytes
    return {"do": "run", "source": source, "seconds": seconds, "output_bytes": limit, "pictures": pictures}


def run(visit, source, seconds=8):
    return visit.channel.ask(run_request(source, seconds), seconds + 2)


def call(visit, name, *arguments, seconds=8):
    request = {"do": "call", "name": name, "calls": [encode(arguments)], "seconds": seconds}
    return visit.channel.ask(request, seconds + 2)


def value(visit, expression, seconds=8):
    """What an expression is worth inside."""
    answer = run(visit, f"def _value(): return {expression}")
    assert "raised" not in answer, answer
    answer = call(visit, "_value", seconds=seconds)
    return decode(answer["returned"]) if "returned" in answer else answer


def printed(answer):
    return "".join(output["text"] for output in answer["outputs"] if output["output_type"] == "stream")


def test_cells_run_as_in_a_notebook(visit):
    assert printed(run(visit, "print('a'); import sys; print('b', file=sys.stderr)")) == "a\nb\n"
    assert printed(run(visit, "%timeit -n1 -r1 1")).count("per loop") == 1
    assert "hello" in printed(run(visit, "!echo hello"))
    assert printed(run(visit, "import asyncio\nawait asyncio.sleep(0)\nprint('awaited')")) == "awaited\n"
    (shown,) = run(visit, "6 * 7")["outputs"]
    assert shown["output_type"] == "execute_result"
    assert shown["data"] == {"text/plain": "42"}
    kinds = [o["output_type"] for o in run(visit, "display('x')\n1 / 0")["outputs"]]
    assert kinds == ["display_data", "error"]


def test_figures_are_shown_and_closed_as_in_a_notebook_and_drawn_on_demand(visit):
    plot = "import matplotlib.pyplot as plt\nplt.plot([1, 2]);"
    (shown,) = run(visit, plot)["outputs"]
    assert shown["data"] == {"text/plain": "<Figure size 640x480 with 1 Axes>"}
    assert value(visit, "plt.get_fignums()") == []
    (drawn,) = visit.channel.ask(run_request(plot, 8, pictures=True), 10)["outputs"]
    assert "image/png" in drawn["data"]


def test_a_call_brings_back_value_exception_or_description(visit):
    run(visit, "def double(xs):\n    return [2 * x for x in xs]\ndef fails(x):\n    return 1 / x\nnumber = 3")
    assert decode(call(visit, "double", [1, 2.5])["returned"]) == [2, 5.0]
    answer = call(visit, "fails", 0)
    assert (answer["raised"], answer["line"]) == ("ZeroDivisionError", "return 1 / x")
    assert call(visit, "number")["no_function"] == "an int"
    assert "unbound" in call(visit, "nowhere")
    run(visit, "def spoil(xs):\n    xs.clear()")
    assert decode(call(visit, "spoil", [1])["arguments"]) == ([],)


def test_runs_are_alike(box):
    code = "[hash('a'), __import__('random').random(), float(__import__('numpy').random.rand())]"
    seen = []
    for _ in range(2):
        with box.visit(LIMITS) as visit:
            seen.append(value(visit, code))
    assert seen[0] == seen[1]


@pytest.mark.parametrize(
    "path",
    [
        "data/worked_examples.toml",
        "autograder/exercises",
        "autograder/sandbox/engine.py",
        "dtlib",
        "nbgrader_config.py",
    ],
)
def test_the_course_is_not_mounted(visit, path):
    assert not value(visit, f"__import__('os').path.exists({str(ROOT / path)!r})")


def test_no_reference_function_can_be_imported(visit):
    assert "raised" in run(visit, "from dtlib import entropy")
    assert "raised" in run(visit, "from autograder.exercises import load")
    assert "raised" in run(visit, "import dtlib.measures")
    names = value(
        visit,
        "[m for m in __import__('sys').modules if m.startswith(('dtlib', 'autograder'))"
        " and m not in ('dtlib', 'autograder')]",
    )
    assert names == []


def test_the_check_is_inert_and_the_data_are_there(visit):
    answer = run(
        visit, "from autograder import check, hint\ncheck('week1/entropy', None)\nhint('week1/entropy')"
    )
    assert "raised" not in answer
    rows = "__import__('dtlib').datasets.load_play_tennis().frame.shape[0]"
    assert value(visit, rows) == 14


def test_nothing_runs_with_privileges(visit):
    assert value(visit, "__import__('os').getuid()") != 0
    for attempt in (
        "__import__('ctypes').CDLL(None).unshare(0x10000000)",
        "__import__('ctypes').CDLL(None).unshare(0x00020000)",
        "__import__('ctypes').CDLL(None).umount2(b'/proc', 2)",
        "__import__('ctypes').CDLL(None).mount(b'tmpfs', b'/box', b'tmpfs', 0, None)",
        "__import__('ctypes').CDLL(None).mount(b'none', b'/', None, 32 | 4096, None)",
        "__import__('ctypes').CDLL(None).ptrace(16, 1, 0, 0)",
        "__import__('ctypes').CDLL(None).sethostname(b'x', 1)",
        "__import__('ctypes').CDLL(None).chroot(b'/tmp')",
    ):
        assert value(visit, attempt) == -1, attempt


def test_there_is_no_network(visit):
    assert run(visit, "import socket; socket.create_connection(('127.0.0.1', 80), 1)")["raised"] in (
        "OSError",
        "ConnectionRefusedError",
    )
    assert "raised" in run(visit, "import socket; socket.create_connection(('192.0.2.1', 80), 1)")
    names = value(visit, "[name for _, name in __import__('socket').if_nameindex()]")
    assert names in ([], ["lo"])


def test_other_processes_are_out_of_sight(visit):
    assert value(visit, "__import__('os').listdir('/proc')") == []
    assert value(visit, "__import__('os').getpid()") <= 3
    visible = run(
        visit,
        "import os\nseen = []\nfor p in range(1, 40_000):\n    try:\n        os.kill(p, 0)\n"
        "        seen.append(p)\n"
        "    except OSError as e:\n        if e.errno != 3: seen.append(p)",
    )
    assert "raised" not in visible
    assert max(value(visit, "seen")) <= 3
    value(visit, "__import__('os').kill(1, 9)")
    assert value(visit, "1") == 1


def test_one_submission_leaves_nothing_for_the_next(box):
    mark = "left-behind-by-an-earlier-submission"
    spread = f"""
import os
for folder, folders, files in os.walk("/"):
    for target in (folder, *(os.path.join(folder, f) for f in files[:2])):
        try:
            with open(os.path.join(target, "{mark}") if target == folder else target, "a") as file:
                file.write("{mark}")
        except OSError:
            pass
import builtins, sys, numpy, collections
numpy.log2 = builtins.sum = collections.Counter = lambda *_: 1
sys.modules["math"] = None
"""
    with box.visit(LIMITS) as first:
        assert "raised" not in run(first, spread, seconds=120)
        assert value(first, f"__import__('os').path.exists('/tmp/{mark}')")
    with box.visit(LIMITS) as second:
        found = "[f for f, _, names in __import__('os').walk('/') if 'MARK' in names]".replace("MARK", mark)
        assert value(second, found, seconds=120) == []
        assert value(
            second, "[sum([1, 2]), float(__import__('numpy').log2(8)), __import__('math').pi > 3]"
        ) == [
            3,
            3.0,
            True,
        ]


def alive(mark):
    """How many processes of this machine carry `mark` in their command line."""
    count = 0
    for process in Path("/proc").glob("[0-9]*"):
        try:
            count += mark.encode() in (process / "cmdline").read_bytes()
        except OSError:
            continue
    return count


def test_what_a_submission_starts_dies_with_it(box):
    mark = "987.654321"
    with box.visit(LIMITS) as visit:
        run(
            visit,
            "import subprocess, threading, time\n"
            f"subprocess.Popen(['sleep', '{mark}'], start_new_session=True)\n"
            f"subprocess.Popen(['sh', '-c', 'trap \"\" TERM HUP INT; (sleep {mark}; true) & sleep {mark}'])\n"
            "threading.Thread(target=time.sleep, args=(1000,)).start()",
        )
        assert alive(mark) >= 2
    deadline = time.monotonic() + 5
    while alive(mark) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert alive(mark) == 0


def test_memory_beyond_the_limit_is_refused_and_the_process_lives(visit):
    assert run(visit, "x = bytearray(10**9)")["raised"] == "MemoryError"
    assert value(visit, "1") == 1


def test_memory_taken_by_many_processes_together_ends_the_submission(visit):
    hog = (
        "import os, time\nfor _ in range(8):\n    if os.fork() == 0:\n"
        "        x = bytearray(150 * 2**20)\n        time.sleep(30)\ntime.sleep(30)"
    )
    started = time.monotonic()
    with pytest.raises(Silence):
        run(visit, hog, seconds=20)
    assert visit.ran_out_of_memory()
    assert time.monotonic() - started < 15


def test_a_fork_bomb_meets_its_limit(box):
    with box.visit(LIMITS) as visit:
        answer = run(
            visit,
            "import os, time\nparent = os.getpid()\nn = 0\ntry:\n    while n < 1000:\n"
            "        if os.fork() == 0:\n            time.sleep(60)\n            os._exit(0)\n"
            "        n += 1\n"
            "except OSError as e:\n    print('refused', n)",
        )
        count = int(printed(answer).split()[1])
        assert 5 <= count <= LIMITS.processes
    with box.visit(LIMITS) as visit:
        assert value(visit, "1") == 1


def test_files_and_output_meet_their_limits(visit):
    assert "raised" in run(visit, "open('big', 'wb').write(bytes(50 * 2**20))")
    filled = "for i in range(40):\n    open(f'f{i}', 'wb').write(bytes(2**20))"
    assert run(visit, filled)["raised"] == "OSError"
    opened = "files = [open('/dev/null') for _ in range(2000)]"
    assert run(visit, opened)["raised"] == "OSError"
    run(visit, "del files")
    shown = printed(run(visit, "for _ in range(100_000): print('line')"))
    assert len(shown) < LIMITS.output_bytes + 200
    assert "longer than is kept" in shown


def test_time_runs_out_softly_first(visit):
    run(visit, "def loop():\n    while True: pass\nkept = 5")
    assert call(visit, "loop", seconds=0.3)["late"]
    assert run(visit, "while True: pass", seconds=0.3)["late"]
    assert value(visit, "kept") == 5


def test_who_swallows_everything_is_out_of_time_all_the_same(visit):
    stubborn = (
        "import signal\nfor s in range(1, 65):\n    try: signal.signal(s, signal.SIG_IGN)\n"
        "    except Exception: pass\n"
        "while True:\n    try:\n        while True: pass\n    except BaseException: pass"
    )
    with pytest.raises(Late):
        visit.channel.ask(run_request(stubborn, 0.3), 1.0)


@pytest.mark.parametrize(
    "end",
    [
        "import os; os._exit(0)",
        "import os; os.kill(os.getpid(), 9)",
        "import ctypes; ctypes.string_at(0)",
        "import os; os.closerange(3, 200)",
        "import os; os.abort()",
    ],
)
def test_a_process_that_ends_is_heard_as_silence(box, end):
    with box.visit(LIMITS) as visit:
        started = time.monotonic()
        with pytest.raises(Silence):
            run(visit, end, seconds=3)
        assert not visit.ran_out_of_memory()
        assert time.monotonic() - started < 6
    with box.visit(LIMITS) as visit:
        assert value(visit, "1") == 1


def test_a_box_that_is_closed_leaves_no_process():
    box = Box()
    with box.visit(LIMITS) as visit:
        run(visit, "import subprocess; subprocess.Popen(['sleep', '876.54321'])")
        assert becomes(lambda: alive("876.54321"))
        box.close()
    assert becomes(lambda: not alive("876.54321"))


def becomes(condition):
    """Whether a condition holds within some seconds; a busy machine takes its time."""
    deadline = time.monotonic() + 10
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.05)
    return bool(condition())


def test_a_zygote_that_was_killed_is_replaced():
    with Box() as box:
        with box.visit(LIMITS) as visit:
            assert value(visit, "1") == 1
        box._process.kill()
        box._process.wait()
        with box.visit(LIMITS) as visit:
            assert value(visit, "2") == 2


def test_each_item_is_worked_on_once_and_more_boxes_work_at_a_time():
    def work(item, box):
        with box.visit(LIMITS) as visit:
            return value(visit, f"{item} ** 2")

    found = dict(each(range(7), work, boxes=2))
    assert found == {item: item**2 for item in range(7)}
