"""`pnp watch` as a program: its address, its end, its port."""

from __future__ import annotations

import os
import re
import signal
import socket

import pytest

from tests.conftest import run
from tests.support.patience import LAST_RESORT
from tests.support.watching import PAGES, started


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is sent otherwise there")
def test_the_command_prints_its_address_and_ctrl_c_ends_it(small):
    with started(small) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "watching small; stop with Ctrl-C\n"
        # Alone on its line: terminals would make a comma behind it part of the link.
        (port,) = re.findall(r"^http://127\.0\.0\.1:(\d+)/$", process.stdout.readline())
        line = process.stdout.readline()
        assert re.fullmatch(rf"{PAGES} pages drawn in \d+\.\d\d s: no errors\n", line)
        with socket.create_connection(("127.0.0.1", int(port)), timeout=LAST_RESORT) as reader:
            reader.sendall(f"GET /events HTTP/1.0\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
            assert reader.recv(100).startswith(b"HTTP/1.0 200")
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=LAST_RESORT)
    assert (out, err, process.returncode) == ("", "stopped\n", 130)


def test_a_port_that_is_taken_is_a_wrong_use(small):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        result = run("watch", small, "--port", taken.getsockname()[1])
    assert result.exit_code == 2
    assert "choose another, or 0 for any free port" in result.stderr
    assert "Traceback" not in result.output
