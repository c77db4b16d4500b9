"""Huffman codes of scans, as bits that are written by hand."""

from __future__ import annotations

import pytest

from pnp.graphics.huffman import Automaton, SpectralBand, canonical, check_bits, refine, refining, walk

ALL = SpectralBand(0, 63)
DC = {(1, 0): 0, (2, 0b10): 3}
"""0: no difference; 10: a difference of three bits."""
AC = {(1, 0): 0x00, (2, 0b10): 0x01, (3, 0b110): 0xF0, (4, 0b1110): 0x12}
"""0: the block ends; 10: a coefficient of one bit; 110: sixteen zeros; 1110: a zero and a coefficient of two bits."""
RUNS = {(1, 0): 0x00, (2, 0b10): 0x01, (3, 0b110): 0x20}
"""As above, but 110: four blocks end, and as many more as the next two bits say."""
REFINING = {(1, 0): 0x00, (2, 0b10): 0x11, (3, 0b110): 0x01, (4, 0b1110): 0x10, (5, 0b11110): 0xF0}
"""0: the block ends; 10: a zero and a new coefficient; 110: a new coefficient; 1110: two blocks end, or three."""


def packed(*codes: str) -> bytes:
    """The bits as bytes, filled up with ones."""
    bits = "".join(codes).replace(" ", "")
    bits += "1" * (-len(bits) % 8)
    return int("1" + bits, 2).to_bytes(len(bits) // 8 + 1, "big")[1:]


def read(data: bytes, blocks: int) -> None:
    walk(data, [Automaton(DC, AC, runs=False, notes=False).root], range(blocks), ALL)


def test_codes_are_canonical():
    assert canonical(bytes([1, 1, 1] + [0] * 13), b"\7\5\3") == {(1, 0): 7, (2, 0b10): 5, (3, 0b110): 3}
    with pytest.raises(ValueError, match="has a broken table"):
        canonical(bytes([3] + [0] * 15), b"\1\2\3")


@pytest.mark.parametrize(
    ("codes", "blocks"),
    [
        (["0 0"], 1), (["0 0"] * 3, 3), (["0 0"] * 5, 5), (["10 101 0"], 1), (["10 101 10 1 10 0 0", "0 1110 11 0"], 2),
        (["0", "10 1" * 63], 1), (["0", "10 1" * 63, "0 0"], 2), (["0 110 110 110 1110 11", "10 1" * 13], 1),
        (["0 110 110 110", "10 1" * 15, "10 111 0"], 2), (["0", "10 1" * 62, "0"], 1),
    ],
)  # fmt: skip
def test_blocks_end_by_their_code_or_with_their_last_coefficient(codes, blocks):
    data = packed(*codes)
    read(data, blocks)
    with pytest.raises(ValueError, match="has too few data in a scan"):
        read(data[:-1], blocks)
    with pytest.raises(ValueError, match="has too many data in a scan"):
        read(data + b"\x55", blocks)


@pytest.mark.parametrize("codes", [["0 1111"] * 9, ["0 110 110 110 110"], ["0", "10 1" * 62, "1110 11 0"]])
def test_wrong_codes_and_coefficients_past_the_last_one_are_damage(codes):
    with pytest.raises(ValueError, match="has a wrong code, or too many coefficients in a block"):
        read(packed(*codes), 1)


def test_channels_take_turns():
    other = Automaton({(1, 0): 0}, {(1, 1): 0x00, (2, 0b00): 0x01}, runs=False, notes=False).root
    roots = [Automaton(DC, AC, runs=False, notes=False).root, other]
    walk(packed("0 10 1 0", "0 00 1 1", "0 0", "0 1"), roots, range(4), ALL)


def test_blocks_of_dc_coefficients_only():
    root = Automaton(DC, None, runs=True, notes=False).root
    walk(packed("0", "10 101", "0", "0", "10 111"), [root], range(5), SpectralBand(0, 0))


def test_coefficients_are_noted_and_several_blocks_end_at_once():
    noted = [0] * 8
    root = Automaton(None, RUNS, runs=True, notes=True).root
    walk(packed("10 1 10 0 0", "110 01", "10 1" * 5, "0 0"), [root], range(8), SpectralBand(1, 6), noted)
    assert noted == [0b110, 0, 0, 0, 0, 0, 0b111110, 0]
    with pytest.raises(ValueError, match="has too few blocks in a scan"):
        walk(packed("110 01"), [root], range(4), SpectralBand(1, 6), noted)


def test_a_full_block_of_a_band_is_noted():
    noted = [0, 0]
    walk(
        packed("10 1" * 5, "0"),
        [Automaton(None, RUNS, runs=True, notes=True).root],
        range(2),
        SpectralBand(3, 7),
        noted,
    )
    assert noted == [0b11111000, 0]


def test_a_scan_that_refines_has_a_bit_for_each_coefficient_that_is_not_zero():
    """Block 0 gets a coefficient at 4, with bits of 1 and 3. Blocks 1 and 2 end at once. Block 3 gets one at 1."""
    codes, noted = refining(REFINING), [0b1010, 0, 0b100, 0b1000]
    data = packed("10 1 1 0 0", "1110 0 1", "110 1 0 1")
    refine(data, codes, range(4), SpectralBand(1, 5), noted, notes=True)
    assert noted == [0b11010, 0, 0b100, 0b1010]
    with pytest.raises(ValueError, match="has too few data in a scan"):
        refine(data[:-1], codes, range(4), SpectralBand(1, 5), [0b1010, 0, 0b100, 0b1000], notes=True)
    with pytest.raises(ValueError, match="has too many data in a scan"):
        refine(data + b"\x55", codes, range(4), SpectralBand(1, 5), [0b1010, 0, 0b100, 0b1000], notes=True)


@pytest.mark.parametrize("data", [packed("10 1" * 5), packed("11110 1"), b"\xff" * 9])
def test_wrong_codes_of_a_scan_that_refines_are_damage(data):
    with pytest.raises(ValueError, match="has a wrong code, or too many coefficients in a block"):
        refine(data, refining(REFINING), range(1), SpectralBand(1, 5), [0], notes=True)


def test_a_scan_of_single_bits_has_one_for_each_block():
    check_bits(bytes(2), 16)
    with pytest.raises(ValueError, match="has too few data in a scan"):
        check_bits(bytes(2), 17)
    with pytest.raises(ValueError, match="has too many data in a scan"):
        check_bits(b"\x55" * 3, 16)
