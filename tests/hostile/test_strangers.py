"""What people do who never saw a manual: names with spaces and umlauts, Ctrl-C, a full disk, the wrong thing named."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image

from pnp.cli.build import list_
from tests.conftest import run
from tests.support.patience import LAST_RESORT

CARDS = 'birds:\n  owl: {name: Käuzchen, art: Foto Übersicht (1).jpg}\n  tit: {name: Meise, art: "bä um.svg"}\n'
FACES = (
    "styles:\n  name: {font: title, size: 20, align: centre}\n"
    "faces:\n  bird:\n    elements:\n"
    '      - {text: "{name}", box: [8, 6, 47.5, 12], style: name}\n'
    '      - {art: "{art}", box: [6, 24, 51.5, 40]}\n'
)
KIT = "title: Vögel & Bäume\ncomponents:\n  birds: {kind: deck, title: Vögel, size: poker, face: bird}\n"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 7"><rect width="9" height="7" fill="#0a0"/></svg>'
MM = 72 / 25.4


@pytest.fixture
def birds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A kit in a folder with spaces in its name, as an editor on Windows saves it; we stand next to it."""
    folder = tmp_path / "Spiele für Zoë" / "Vögel & Bäume"
    folder.mkdir(parents=True)
    for name, text in (("kit", KIT), ("cards", CARDS), ("faces", FACES)):
        (folder / f"{name}.yaml").write_bytes(text.replace("\n", "\r\n").encode("utf-8-sig"))
    Image.new("RGB", (900, 700), "#c80000").save(folder / "Foto Übersicht (1).jpg")
    (folder / "bä um.svg").write_text(SVG, "utf-8")
    monkeypatch.chdir(folder.parent)
    return folder


def test_names_with_spaces_and_umlauts_are_printed(birds):
    result = run("build", birds.name)
    assert result.exit_code == 0, result.output
    (file,) = (birds.parent / "output" / "Vögel & Bäume-a4").glob("*.pdf")
    with pypdfium2.PdfDocument(file) as document:
        page = document[0].render(scale=1).to_pil().convert("RGB")
    inks = {colour: count for count, colour in page.getcolors(1 << 20) or ()}
    area = 51.5 * 40.06 * MM**2
    for colour in ((200, 0, 0), (0, 170, 0)):
        found = sum(
            count for ink, count in inks.items() if max(abs(a - b) for a, b in zip(ink, colour, strict=True)) < 4
        )
        assert abs(found - area) < 0.06 * area


def test_a_kit_next_to_a_folder_with_spaces_extends_it(birds):
    made = run("new", "mine", "--from", birds.name)
    assert made.exit_code == 0, made.output
    assert 'extends: "../Vögel & Bäume"\n' in Path("mine", "kit.yaml").read_text("utf-8")
    checked = run("check", "mine")
    assert (checked.exit_code, "error" in checked.output) == (0, False), checked.output


def test_what_to_type_next_has_quotes_where_it_needs_them(birds):
    result = run("new", "mine", "my games", "--from", "duel")
    assert result.exit_code == 0, result.output
    assert f'pnp check "{Path("my games", "mine")}"\n' in result.output


# Leaving --------------------------------------------------------------------------------------------------------


def started(process: subprocess.Popen[str]) -> None:
    """Wait until the program has its handlers, where that can be seen, and go on a little.

    The handler of SIGTERM is the last that it sets. Python itself has one for SIGINT before any module is read.
    """
    status = Path(f"/proc/{process.pid}/status")
    while status.exists() and process.poll() is None:
        caught = next(line for line in status.read_text().splitlines() if line.startswith("SigCgt:"))
        if int(caught.split()[1], 16) >> (signal.SIGTERM - 1) & 1:
            break
        time.sleep(0.01)
    time.sleep(0.8)


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is sent otherwise there")
@pytest.mark.parametrize(
    ("command", "sent", "code"),
    [("simulate duel --games 90000", signal.SIGINT, 130), ("build all --output out --workers 3", signal.SIGTERM, 143)],
)
def test_ctrl_c_and_sigterm_end_a_command_with_a_code_of_their_own(tmp_path, command, sent, code):
    heard = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    line = [sys.executable, "-m", "pnp", *command.split()]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(line, cwd=tmp_path, text=True, preexec_fn=heard, **pipes) as process:
        try:
            started(process)
            process.send_signal(sent)
            _, err = process.communicate(timeout=LAST_RESORT)
        finally:
            process.kill()
    assert process.returncode == code
    assert "Traceback" not in err
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and path.suffix not in (".pdf", ".json")]


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is sent otherwise there")
@pytest.mark.parametrize(("sent", "code"), [("SIGINT", 130), ("SIGTERM", 143)])
def test_an_interruption_of_text_that_is_executed_ends_with_the_same_code(tmp_path, sent, code):
    """As while a dataclass is made, for which Python executes a text: it would end with the signal itself."""
    text = f"import os, signal, time; os.kill(os.getpid(), signal.{sent}); time.sleep(9)"
    script = f"import pnp.cli, pnp.__main__ as m\npnp.cli.main = lambda prog_name: exec({text!r})\nm.main()\n"
    (tmp_path / "interrupted.py").write_text(script, "utf-8")
    heard = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    line = [sys.executable, "-m", "interrupted"]
    done = subprocess.run(
        line, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=LAST_RESORT, preexec_fn=heard
    )
    assert (done.returncode, done.stderr) == (code, "")


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="processes are listed otherwise there")
@pytest.mark.parametrize(("label", "code"), [(signal.SIGTERM, 143), (signal.SIGKILL, -signal.SIGKILL)])
def test_a_command_that_ends_while_it_fills_a_template_leaves_no_process(small, label, code):
    """The limit is lower than that of docs/limits.md: until it, the child of a killed program goes on."""
    (small / "rulebook.md").write_text("{{ 9 ** (9 ** 9) }}", "utf-8")
    heard = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    program = "from pnp.kit import child; child.SECONDS = 0.8; from pnp.__main__ import main; main()"
    line = [sys.executable, "-c", program, "check", str(small)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(line, text=True, preexec_fn=heard, **pipes) as process:
        try:
            while not (found := children(process.pid)):
                assert process.poll() is None
                time.sleep(0.01)
            time.sleep(0.6)
            process.send_signal(label)
            _, err = process.communicate(timeout=LAST_RESORT)
        finally:
            process.kill()
    assert process.returncode == code
    assert "Traceback" not in err
    patience = time.monotonic() + (LAST_RESORT if label == signal.SIGKILL else 0)
    while any(map(is_running, found)) and time.monotonic() < patience:
        time.sleep(0.1)
    assert not any(map(is_running, found))


def is_running(pid: int) -> bool:
    stat = Path(f"/proc/{pid}/stat")
    try:
        return stat.read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_ctrl_c_is_not_said_to_be_wrong_data(monkeypatch):
    def interrupted(*_arguments: object, **_options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(list_, "callback", interrupted)
    result = run("list")
    assert (result.exit_code, result.stderr) == (130, "\nstopped\n")
