"""The page that edits, in a browser: drag, resize, type, undo, table, keys."""

from __future__ import annotations

import pytest

from pnp.studio.shown import card_key
from tests.support.chromium import needs_browser
from tests.support.studio_page import dropped

pytestmark = [pytest.mark.slow, needs_browser]


def test_a_drag_moves_an_element_and_undo_takes_it_back(studio):
    before = studio.faces
    x, y = studio.middle(0)
    scale = studio.page("canvas.scale")
    studio.page.drag((x, y), (x + 5 * scale, y + 2 * scale), modifiers=1)  # Alt: no magnets
    studio.saved(1)
    moved = studio.box(0)
    assert moved == pytest.approx([11, 8, 40, 8], abs=0.2)
    assert studio.faces == before.replace("[6, 6, 40, 8]", str([int(n) if n == int(n) else n for n in moved]), 1)
    studio.page("at('undo').click()")
    studio.saved(0)
    assert studio.faces == before
    # Magnets hold an edge, and the grid holds the rest.
    x, y = studio.middle(0)
    studio.page.drag((x, y), (x + 0.4 * scale + 4, y))
    studio.saved(1)
    left, top, wide, high = studio.box(0)
    assert (top, wide, high) == (6, 40, 8)
    assert left == 6.5 or any(edge in (left, left + 20, left + 40) for edge in (31.5, 47, 57))
    assert studio.page.problems == []


def test_a_box_that_is_too_small_is_said_while_it_is_dragged(studio):
    before = studio.faces
    studio.page("select(0)")
    x, y = studio.handle("se")
    studio.page.mouse("Pressed", x, y)
    for step in range(1, 8):
        studio.page.mouse("Moved", x - 25 * step, y - 4 * step)
    studio.page.until("document.getElementById('card-faults').textContent.includes('does not fit')")
    assert studio.faces == before, "nothing is written while it is dragged"
    studio.page.mouse("Released", x - 175, y - 28)
    studio.saved(1)
    assert studio.page("document.querySelectorAll('#elements .error').length") == 1
    assert studio.page("document.getElementById('card-faults').textContent.includes('error[text-overflow]')")


def test_arrows_move_by_half_a_millimetre_and_make_one_edit(studio):
    studio.page("select(2)")
    studio.page.press("ArrowRight")
    studio.saved(1)  # after a pause
    studio.undone()
    studio.page("(pause = 1e8, select(2))")
    for _ in range(3):
        studio.page.press("ArrowRight")
    studio.page.press("ArrowDown")
    studio.page("endNudge()")
    studio.saved(1)
    assert studio.box(2) == [7.5, 18.5, 51, 40]
    studio.undone()
    # A press is kept if the piece is drawn again, or another element is chosen.
    studio.page("select(2)")
    studio.page.press("ArrowRight")
    studio.page("showPiece(structuredClone(canvas.piece))")  # as an answer that comes late does
    studio.page.press("ArrowRight")
    studio.page("select(0)")
    studio.page.press("ArrowDown")
    studio.page("endNudge()")
    studio.saved(2)
    assert (studio.box(2), studio.box(0)) == ([7, 18, 51, 40], [6, 6.5, 40, 8])


def test_several_are_chosen_moved_aligned_and_grouped(studio):
    before, page = studio.faces, studio.page
    name, count = studio.middle(0), studio.middle(1)
    studio.press(name)
    studio.press(count, modifiers=8)  # Shift
    assert page("chosenNumbers()") == [0, 1]
    page.drag(name, (name[0] + 30, name[1] + 40))
    studio.saved(1)
    (x, y, *_), (right, down, *_) = studio.box(0), studio.box(1)
    assert (round(right - x, 2), down - y) == (41, 0)
    assert page("chosenNumbers()") == [0, 1]
    page("at('undo').click()")
    studio.saved(0)
    assert studio.faces == before
    page.press("a", code="KeyA", modifiers=1)  # Alt A: left
    studio.saved(1)
    assert (studio.box(0), studio.box(1)) == ([6, 6, 40, 8], [6, 6, 10, 8])
    page.press("d", modifiers=2)  # Ctrl D
    studio.saved(2)
    page.until("chosenNumbers().length === 2 && !chosenNumbers().includes(0)")
    page.press("Delete")
    studio.saved(3)
    assert page("chosenNumbers()") == []
    page.press("a", modifiers=2)
    assert page("chosenNumbers()") == [0, 1, 2, 3, 4]
    page("(select(0, ['move 0', 'move 2']), setGroup(true), select(null))")
    studio.press(studio.middle(2))
    assert page("chosenNumbers()") == [0, 2], "a group is chosen by one click"
    assert page("[...document.querySelectorAll('.align button')].every(one => one.getAttribute('aria-label'))")
    assert page.problems == []


def test_a_frame_chooses_what_it_touches_and_equal_gaps_are_made(studio):
    page = studio.page
    left, top, wide, high = page(
        "(() => { const r = document.querySelector('.picture').getBoundingClientRect();"
        " return [r.x, r.y, r.width, r.height]; })()"
    )
    page.drag((left - 8, top - 8), (left + wide * 0.9, top + high * 0.5))
    assert page("chosenNumbers()") == [0, 1, 2]
    page("distribute(1)")
    studio.saved(1)
    assert [studio.box(number)[1] for number in (0, 1, 2)] == [6, 12, 18]
    page.press("Escape")
    assert page("chosenNumbers()") == []
    x, y = studio.middle(3)
    page.drag((x, y), (x + 5, y + 5), modifiers=2)  # Ctrl: not the element there is dragged
    assert page("chosenNumbers()") == [3]
    page("(select(1), align(0, 1))")
    studio.saved(2)
    assert studio.box(1) == [50, 12, 10, 8], "one alone is aligned to the safe zone"
    page("canvas.hidden.add('move 0')")
    page("chooseAll()")
    assert page("chosenNumbers()") == [1, 2, 3, 4]


def test_what_is_chosen_and_locked_is_followed_through_edits(studio):
    page = studio.page
    page("(canvas.locked.add('move 3'), select(0))")
    page.press("]")
    studio.saved(1)
    assert page("[canvas.selected, chosen().values.text]") == [1, "{name}"]
    page("sendChosen('delete')")
    studio.saved(2)
    assert page("[[...canvas.locked], canvas.selected]") == [["move 2"], None]


def test_an_element_is_turned_and_resized_as_it_is_turned(studio):
    before, page = studio.faces, studio.page
    page("select(2)")
    x, y = studio.middle(2)
    page.drag(studio.handle("turn"), (x + 150, y + 40), modifiers=8)  # Shift: multiples of 15 degrees
    studio.saved(1)
    assert page("chosen().values.rotate") == 105
    corner = """(() => { const [x, y] = middleOf(chosen().box), [w, h] = chosen().box.slice(2);
        const p = new DOMPoint(-w / 2, -h / 2).matrixTransform(new DOMMatrix().translate(x, y).rotate(105));
        return [p.x, p.y]; })()"""
    opposite = page(corner)
    x, y = studio.handle("se")
    page.drag((x, y), (x - 40, y - 60))
    studio.saved(2)
    assert studio.box(2)[2:] != [51, 40]
    assert page(corner) == pytest.approx(opposite, abs=0.02)
    x, y = studio.middle(2)
    page.drag(studio.handle("turn"), (x, y - 200), modifiers=8)
    studio.saved(3)
    assert "rotate" not in page("chosen().values")
    for left in (2, 1, 0):
        page("at('undo').click()")
        studio.saved(left)
    assert studio.faces == before


def test_rulers_hidden_elements_pieces_that_describe_the_set_and_narrow_windows(studio):
    page, (x, y) = studio.page, studio.middle(0)
    page.mouse("Moved", x, y)
    page.until("document.querySelector('.side .caption').textContent === 'front · 26.0, 10.0 mm'")
    assert page("[...document.querySelectorAll('.ruler.across')][0].textContent") == "0102030405060"
    assert page("document.querySelector('.ruler.down .pointer').getAttribute('d')")
    page.press("l")
    assert page("document.querySelector('.ruler')") is None
    before = studio.faces
    studio.page("document.querySelector('#elements li:nth-child(5) .toggle').click()")
    assert studio.page("groupsOf(0).every(group => group.classList.contains('hidden'))")
    x, y = studio.middle(0)
    assert studio.page(f"elementsAt({x}, {y}).includes(0)") is False
    assert studio.faces == before
    page("dialog.close()")
    key = next(card_key(piece) for piece in studio.site.watch.view.shown.pieces if piece.id.startswith("guide"))
    studio.page(f"openCard('{key}')")
    studio.page.until("!dialog.classList.contains('editing') && at('card-sides').querySelector('img').dataset.shown")
    studio.page.open(studio.site.server.url, 375, 800)
    studio.open("moves/swerve")
    assert studio.page("document.documentElement.scrollWidth") <= 375
    assert studio.page("dialog.scrollWidth <= dialog.clientWidth")


def test_values_and_styles_are_typed_and_elements_are_added_and_deleted_by_keys(studio):
    studio.page("select(0)")
    studio.type("[data-key=text]", "Hello")
    studio.saved(1)
    assert 'text: "Hello", box' in studio.faces
    studio.type("[data-place='2']", "33.5")
    studio.saved(2)
    assert "box: [6, 6, 33.5, 8]" in studio.faces
    studio.undone()
    page = studio.page
    page("(select(0), document.querySelector('.style').open = true)")
    assert page("document.querySelector('.style .about').textContent").startswith("faces.yaml:2 · changes 5 elements")
    studio.type(".style [data-key=size]", "14")
    studio.saved(1)
    assert "card-title: {font: title, size: 14, least: 10, valign: middle}" in studio.faces
    page.until(
        "document.querySelector('.style').open && document.querySelector('.style [data-key=size]').value === '14'"
    )
    studio.undone()
    before = studio.faces
    studio.page("addElement('rectangle')")
    studio.saved(1)
    assert "rectangle: [6, 6, 30, 15]" in studio.faces
    studio.page.until("chosen() && chosen().kind === 'rectangle'")
    studio.page("document.activeElement.blur()")
    studio.page.press("Delete")
    studio.saved(2)
    assert studio.faces == before


def test_an_element_is_typed_as_yaml_and_written_without_errors_only(studio):
    before, page = studio.faces, studio.page
    page("(select(0), document.querySelector('.source').open = true)")
    page.until("document.querySelector('.source textarea').value.startsWith('{text:')")
    studio.input(".source textarea", '{text: "{name}", box: [6, 6, 4, 8], style: card-title}')
    page.until("at('card-faults').textContent.includes('does not fit')")
    studio.type(".source textarea", '{text: "{name}", box: [6, 6, 4, 8], style: card-title}')
    page.until("at('said').textContent.startsWith('nothing was written: as typed:1:')")
    assert studio.faces == before
    studio.input(".source textarea", '{text: "{name}!", box: [6, 6, 40, 8], style: card-title}')
    page.until("!at('card-faults').textContent")
    studio.type(".source textarea", '{text: "{name}!", box: [6, 6, 40, 8], style: card-title}')
    studio.saved(1)
    assert studio.faces == before.replace('"{name}", box: [6, 6, 40', '"{name}!", box: [6, 6, 40', 1)
    studio.input(".source textarea", "{text: x, box: [9, 9, 40, 8], style: card-title}")
    page("select(2)")
    page.until("source.key === 'move 2' && canvas.piece.elements[0].values.text === '{name}!'")


def test_a_picture_is_dropped_on_the_card_and_on_a_picture(studio):
    before, page = studio.faces, studio.page
    x, y = studio.middle(3)
    page(dropped("New Horse.svg", HORSE, x, y))
    studio.saved(1)
    page.until("chosen() && chosen().values.art === 'new-horse.svg'")
    left, _, wide, high = studio.box(4)
    assert (wide, high, left + wide / 2) == (30, 15, pytest.approx(31.5, abs=0.2))
    x, y = studio.middle(2)
    page(dropped("other.svg", HORSE.replace("h20", "h19"), x, y - 60))
    studio.saved(2)
    assert "art: other.svg" in (studio.site.kit / "cards.yaml").read_text("utf-8")
    page(dropped("table.csv", "a,b", x, y - 60))
    page.until("at('said').textContent.includes('not a picture that pnp reads')")
    for left in (1, 0):
        page("at('undo').click()")
        studio.saved(left)
    assert studio.faces == before
    assert not (studio.site.kit / "new-horse.svg").exists()


HORSE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><path d="M0 0h20v10z"/></svg>'


def test_a_save_of_another_program_is_shown(studio):
    path = studio.site.kit / "faces.yaml"
    path.write_text(studio.faces.replace("[6, 6, 40, 8]", "[9, 9, 40, 8]"), "utf-8")
    studio.page.until("canvas.piece.elements[0].box[0] === 9")


def test_keys_are_for_what_is_open(studio):
    before = studio.faces
    studio.press(studio.middle(0))
    assert studio.page("document.activeElement === at('canvas')")
    studio.page.click("#card-close")
    for key in ("ArrowDown", "Delete"):
        studio.page.press(key)
    studio.page("openFirstTable()")
    studio.page.until("at('table').open && sheet.data")
    studio.page("document.querySelector('#cells td').focus()")
    for key in ("ArrowLeft", "Delete"):
        studio.page.press(key)
    studio.page("at('table').close()")
    studio.open("moves/dodge")
    assert studio.page("document.activeElement === at('canvas')"), "and not the menu of new elements"
    studio.page("(at('add').value = 'text', at('add').dispatchEvent(new Event('change')))")
    studio.saved(1)
    assert studio.page("document.activeElement === at('canvas')")
    studio.page.press("z", modifiers=2)
    studio.saved(0)
    assert studio.faces == before


def test_errors_of_the_checks_and_those_elsewhere_are_on_the_open_card(studio):
    cards = studio.site.kit / "cards.yaml"
    cards.write_text(cards.read_text("utf-8").replace("art: swerve.svg", "art: gone.svg", 1), "utf-8")
    studio.page.until(
        "view.checked && view.counts.error && canvas.checked && at('card-faults').textContent.includes('gone.svg')"
    )
    studio.page("dialog.close()")
    studio.open("moves/dodge")
    studio.page.until("at('card-faults').textContent.includes('errors elsewhere: 1')")
    studio.page("document.querySelector('#card-faults button.more').click()")
    assert studio.page("dialog.open") is False
    studio.page("openFirstTable()")
    studio.page.until("at('table').open && document.querySelectorAll('#cells td.error').length === 1")
    assert studio.page("document.querySelector('#cells td.error').title") == "there is no picture 'gone.svg'"
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
    studio.page(dropped("gone.svg", svg, 0, 0).replace("at('canvas')", "document.querySelector('#cells td.error')"))
    studio.page.until("view.checked && !view.counts.error && !document.querySelector('#cells td.error')")
    assert (studio.site.kit / "gone.svg").read_text("utf-8") == svg
