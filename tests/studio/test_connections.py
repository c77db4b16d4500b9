"""Requests have limits of headers, and edits none but that of their length; `hostile/test_watching` tries the rest."""

from __future__ import annotations

import socket
import threading
from contextlib import ExitStack

from pnp.studio import connections
from tests.conftest import SMALL
from tests.support.patience import LAST_RESORT
from tests.support.watching import served


def test_a_connection_without_a_request_ends_with_the_server(monkeypatch):
    for owner, name in ((connections, "REQUEST_TIMEOUT"), (connections.BoundedHandler, "timeout")):
        monkeypatch.setattr(owner, name, 2 * LAST_RESORT)
    end = ExitStack()
    site = end.enter_context(served(SMALL))
    with socket.create_connection(("127.0.0.1", site.server.server_port)):
        assert site.get()[0] == 200  # so the connection before has been accepted too
        closing = threading.Thread(target=end.close)
        closing.start()
        closing.join(LAST_RESORT)
        is_late = closing.is_alive()
    closing.join()
    assert not is_late
