"""Templates -> the code that they were compiled to in an earlier run. What compiling costs is paid all the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from jinja2 import BytecodeCache, Environment

from pnp.cache import store

if TYPE_CHECKING:
    from jinja2.bccache import Bucket


class Compiled(BytecodeCache):
    """Jinja's cache of compiled templates, in ours; `pay` is told how many characters need not be compiled."""

    def __init__(self, pay: Callable[[int], object]) -> None:
        self._pay = pay

    def get_bucket(self, environment: Environment, name: str, filename: str | None, source: str) -> Bucket:
        bucket = super().get_bucket(environment, name, filename, source)
        if bucket.code is not None:
            self._pay(len(source))
        return bucket

    def load_bytecode(self, bucket: Bucket) -> None:
        found = store.known("template", (bucket.key, bucket.checksum))
        if found is not None:
            bucket.bytecode_from_string(found[0])

    def dump_bytecode(self, bucket: Bucket) -> None:
        store.keep("template", (bucket.key, bucket.checksum), bucket.bytecode_to_string())
