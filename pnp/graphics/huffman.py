"""Read the Huffman codes of a JPEG's scans, and count the blocks that they encode, without computing pixels.

Python is slow with single bits, so the first scan of each coefficient is read byte by byte, by an automaton. Its states
are the places where a byte can begin: inside a code, inside the bits of a number, or between two. A transition is
computed when it first occurs. Scans that refine coefficients are read code by code.

The encoding is that of ITU-T T.81: annex F for sequential pictures, annex G for progressive ones.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

BLOCK = 64
"""The number of coefficients of a block."""
Codes = dict[tuple[int, int], int]
"""The symbols of a Huffman table, by the length and the value of their codes."""
Nonzero = list[int]
"""For each block of a channel, the coefficients that are not zero, as the bits of a number."""

_LONGEST = 16
_ZERO_RUN = 0xF0
"""The symbol of sixteen coefficients that are zero."""
_END, _BAD, _UNKNOWN = 1 << 10, 1 << 20, 1 << 21
"""Stand in a transition for the number of coefficients: the block ends (the number is added), a wrong code, not yet
computed. All are larger than the number of coefficients that a byte can end."""
_KEY = 256
"""The place of a state's key: after its transitions for bytes, and before those for fewer than eight bits."""
_PADDING = 200
"""Zeros behind a scan's data. The codes of a block are shorter, so whether the data end is only checked after it."""
_FILLING = 3
"""How many zeros, or bytes of 255, may be behind the last block of a scan."""
_MORE_THAN_ALL = BLOCK
"""Zeros before a new coefficient that no block has, for bits that are not a code."""

_Key = tuple[str, int, int]
_Transition = tuple[Any, int, int]
"""The next state, the coefficients that end, and which of these are not zero.

At the end of a block, there are in place of the state: the place of the remaining bits, and the number of blocks."""
_State = list[Any]


class SpectralBand(NamedTuple):
    """The first and the last coefficient of a scan."""

    first: int
    last: int


def canonical(counts: bytes, symbols: bytes) -> Codes:
    """The codes of a table, of which the file contains only how many there are of each length (T.81, annex C)."""
    codes: Codes = {}
    code, remaining = 0, iter(symbols)
    for length, count in enumerate(counts, 1):
        for _ in range(count):
            if code >> length:
                raise ValueError("has a broken table")
            codes[length, code] = next(remaining)
            code += 1
        code <<= 1
    return codes


class Automaton:
    """Reads the blocks of a channel. A state's key is where it is: the name of a part of the block, and two numbers.

    `dc` and `ac`: the length and the value of the bits of a code so far. `bits`: how many bits of a coefficient are to
    come, and how many coefficients then end. `run`: how many bits are to come of the number of blocks that end, and its
    value so far.
    """

    def __init__(self, dc: Codes | None, ac: Codes | None, *, runs: bool, notes: bool) -> None:
        """Without `ac`, blocks have a DC coefficient only. `runs`: a code can end several blocks. `notes`: transitions
        tell which coefficients are not zero."""
        self._tables = {"dc": dc or {}, "ac": ac or {}}
        self._is_dc_only, self._runs, self._notes = ac is None, runs, notes
        self._states: dict[_Key, _State] = {}
        self.root = self._state(("dc" if dc is not None else "ac", 0, 0))

    def _state(self, key: _Key) -> _State:
        if key not in self._states:
            unknown = (None, _UNKNOWN, 0)
            self._states[key] = [unknown] * _KEY + [(self, key)] + [unknown] * (_KEY - 1)
        return self._states[key]

    def transition(self, key: _Key, value: int, count: int) -> _Transition:
        """The transition for some bits."""
        total = nonzero = 0
        for left in reversed(range(count)):
            key, more, is_new = self._step(key, value >> left & 1)
            if more == _BAD:
                return None, _BAD, 0
            if more == _END:
                return (_place(value, left), key[2]), _END + total, nonzero
            total += more
            if is_new and self._notes:
                nonzero |= 1 << (total - 1)
        return self._state(key), total, nonzero

    def _step(self, key: _Key, bit: int) -> tuple[_Key, int, bool]:
        """The next key, the coefficients that a bit ends, and whether the last of them is not zero."""
        part, number, value = key
        if part == "bits":
            return (("bits", number - 1, value), 0, False) if number > 1 else self._number_end(value)
        if part == "run":
            return ("run", number - 1, 2 * value + bit), _END if number == 1 else 0, False
        length, code = number + 1, 2 * value + bit
        symbol = self._tables[part].get((length, code))
        if symbol is None:
            return (part, length, code), _BAD if length == _LONGEST else 0, False
        return self._code_end(part, symbol)

    def _code_end(self, part: str, symbol: int) -> tuple[_Key, int, bool]:
        if part == "dc":
            return (("bits", symbol, 1), 0, False) if symbol else self._number_end(1)
        zeros, size = divmod(symbol, 16)
        if size:
            return ("bits", size, zeros + 1), 0, False
        if symbol == _ZERO_RUN:
            return ("ac", 0, 0), 16, False
        return (("run", zeros, 1), 0, False) if zeros and self._runs else (("run", 0, 1), _END, False)

    def _number_end(self, coefficients: int) -> tuple[_Key, int, bool]:
        return (("run", 0, 1), _END, False) if self._is_dc_only else (("ac", 0, 0), coefficients, True)


def _place(value: int, count: int) -> int:
    """The place in a state of the transition for the last `count` bits of a value; 0 for no bits."""
    if count == 8:
        return value
    return _KEY + (1 << count | value & ((1 << count) - 1)) if count else 0


def _bits(place: int) -> tuple[int, int]:
    """The value and the number of the bits of a place."""
    if place < _KEY:
        return place, 8
    count = (place - _KEY).bit_length() - 1
    return place - _KEY - (1 << count), count


def _computed(state: _State, place: int) -> _Transition:
    """A transition of a state, computed if it is the first time."""
    found: _Transition = state[place]
    if found[1] == _UNKNOWN:
        automaton, key = state[_KEY]
        found = state[place] = automaton.transition(key, *_bits(place))
    return found


def _block_end(state: _State, place: int, done: int) -> tuple[int, int, int]:
    """Where a block ends within some bits: the place of the remaining ones, the number of blocks, and new coefficients.

    A block also ends with its last coefficient. The transition for all bits takes what is behind it for another one.
    """
    value, count = _bits(place)
    for left in reversed(range(count)):
        target, more, nonzero = _computed(state, _place(value >> left, count - left))
        if _END <= done + more < _END + BLOCK:
            return _place(value, left), target[1], nonzero
        if done + more == BLOCK:
            return _place(value, left), 1, nonzero
        if done + more > BLOCK:
            break
    raise ValueError("has a wrong code, or too many coefficients in a block")


def walk(data: bytes, roots: Sequence[_State], blocks: range, band: SpectralBand, noted: Nonzero | None = None) -> None:
    """Read some blocks, which must end in the last byte, and note their coefficients. Raises ValueError.

    `roots` are the states at the beginning of blocks, in turn. The first lines of the loop run for each byte, the
    others for each block.
    """
    start = BLOCK - (band.last - band.first + 1)  # so that each block ends at the same number
    block, index, done, nonzero, state = blocks.start, 0, start, 0, roots[0]
    stream = iter(data)
    for place in stream:
        before = state
        state, more, found = before[place]
        if done + more < BLOCK:
            if found:
                nonzero |= found << done
            done += more
            continue
        while True:
            state, more, found = _computed(before, place)
            if done + more < BLOCK:
                nonzero |= found << done
                done += more
                break
            if _END <= done + more < _END + BLOCK:
                place, ended = state
            else:
                place, ended, found = _block_end(before, place, done)
            if noted is not None:
                noted[block] |= (nonzero | found << done) >> (start - band.first)
            block += ended
            if block >= blocks.stop:
                _check_end(block - blocks.stop, bytes(stream))
                return
            index = (index + 1) % len(roots)
            before = state = roots[index]
            done, nonzero = start, 0
            if not place:
                break
    raise ValueError("has too few data in a scan")


def _check_end(missing: int, surplus: bytes) -> None:
    """Raises ValueError if a scan ends with a run of missing blocks, or has more data.

    Some programs fill up the data to a multiple of four bytes.
    """
    if missing:
        raise ValueError("has too few blocks in a scan")
    if len(surplus) > _FILLING or (surplus.strip(b"\0") and surplus.strip(b"\xff")):
        raise ValueError("has too many data in a scan")


def check_bits(data: bytes, count: int) -> None:
    """Check that some data are bits without codes: a scan that refines DC coefficients has one for each block."""
    needed = (count + 7) // 8
    if len(data) < needed:
        raise ValueError("has too few data in a scan")
    _check_end(0, data[needed:])


# Scans that refine -------------------------------------------------------------------------------------------

_Meaning = tuple[int, int, int]
"""What the next bits mean: the coefficients that were zero up to the new one, with it; by how many the bits are more
than these; and what the code is for."""
_NEW, _NO_NEW, _BLOCK_END = 1, 0, -1
"""One coefficient is not zero any more; none, after sixteen that were; or the block ends, and as many bits follow."""


def refining(codes: Codes) -> list[_Meaning]:
    """What each sequence of 16 bits means at the beginning of a code of a scan that refines."""
    meanings = [(_MORE_THAN_ALL, 0, _NEW)] * (1 << _LONGEST)
    for (length, code), symbol in codes.items():
        run, size = divmod(symbol, 16)
        if size > 1:  # a coefficient that was zero can only become 1 or -1
            continue
        if not size and symbol != _ZERO_RUN:
            meaning = (run, length, _BLOCK_END)
        else:
            meaning = (run + 1, length + size - (run + 1), _NEW if size else _NO_NEW)
        first, count = code << (_LONGEST - length), 1 << (_LONGEST - length)
        meanings[first : first + count] = [meaning] * count
    return meanings


def refine(
    data: bytes, codes: Sequence[_Meaning], blocks: range, band: SpectralBand, noted: Nonzero, *, notes: bool
) -> None:
    """Read a scan with one more bit of coefficients (T.81, G.1.2.3). Raises ValueError.

    Each coefficient that is not zero has a bit without a code. These bits are behind the code of the next new one,
    which is added to `noted` if it `notes`.
    """
    windows, size = _windows(data), 8 * len(data)
    before_first, last = band.first - 1, band.last
    band_bits = (1 << (last + 1)) - (1 << band.first)
    at, block = 0, blocks.start
    while block < blocks.stop:
        zeros = _places(~noted[block] & band_bits)
        index, place, new, run = -1, before_first, 0, 1
        while place < last:
            step, more, kind = codes[windows[at >> 3] >> (16 - (at & 7)) & 0xFFFF]
            if kind < 0:
                at += more
                run = (1 << step) + (windows[at >> 3] >> (32 - step - (at & 7)) & ((1 << step) - 1))
                at += step + (last - place) - (len(zeros) - index - 1)
                break
            index += step
            try:
                found = zeros[index]
            except IndexError:
                raise ValueError("has a wrong code, or too many coefficients in a block") from None
            # the bits of its code, and those of coefficients between this one and the one before that were not zero
            at += more + found - place
            place = found
            if notes:
                new |= kind << found
        noted[block] |= new
        if run > 1:
            at += sum([(known & band_bits).bit_count() for known in noted[block + 1 : block + run]])
        block += run
        if at > size:
            raise ValueError("has too few data in a scan")
    _check_end(block - blocks.stop, data[(at + 7) // 8 :])


def _windows(data: bytes) -> array[int]:
    """The 32 bits that begin at each byte."""
    data += bytes(_PADDING + -len(data) % 4)
    windows = array("I", bytes(4 * len(data)))
    for offset in range(4):
        part = array("I", data[offset:] + bytes(offset))
        if sys.byteorder == "little":
            part.byteswap()
        windows[offset::4] = part
    return windows


@cache
def _places_by_byte() -> list[list[bytes]]:
    """For the first eight coefficients, the next eight and so on: the places of the bits of each byte."""
    places = range(0, BLOCK, 8)
    return [[bytes(first + bit for bit in range(8) if byte >> bit & 1) for byte in range(256)] for first in places]


def _places(bits: int) -> bytes:
    """The places of the bits of a number."""
    return b"".join([places[byte] for places, byte in zip(_places_by_byte(), bits.to_bytes(8, "little"), strict=True)])
