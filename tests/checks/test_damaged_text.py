"""Damaged texts are warnings at their cells, and no text that a designer means is one."""

from __future__ import annotations

import pytest

from tests.support import typed_kit

TABLE = "Title,Qty,Text\ncafÃ©,1,Itâ€™s late\nBroken,2,#REF!\nLate,1,Loading...\nLines,1,Draw one.\\nDiscard one.\n"


def test_each_damaged_cell_is_a_warning_with_what_to_type(tmp_path):
    found = typed_kit.found(typed_kit.write(tmp_path / "kit", TABLE), "typewriter-signs")
    assert {(one.severity, one.code) for one in found} == {("warning", "damaged-text")}
    assert [(str(one.span.cell), one.span.column, one.message) for one in found] == [
        ("row 2, column A ('Title')", 4, "'cafÃ©' has characters that were read in a wrong encoding"),
        ("row 2, column C ('Text')", 11, "'Itâ€™s' has characters that were read in a wrong encoding"),
        ("row 3, column C ('Text')", 10, "'#REF!' is an error of a spreadsheet"),
        ("row 4, column C ('Text')", 8, "'Loading...' is what a spreadsheet shows before the value"),
        ("row 5, column C ('Text')", 18, "'\\n' is printed as it is typed"),
    ]
    hints = [one.hints[0] for one in found]
    assert hints[0].startswith("write 'café';")
    assert hints[1].startswith("write 'It’s';")
    assert "Alt+Enter" in hints[4]


def test_in_yaml_the_place_is_the_line_and_column(tmp_path):
    kit = typed_kit.write(tmp_path / "kit", '[{"Title": "A", "Text": "Über"}]', "cards.json")
    (kit / "cards.json").unlink()
    text = (kit / "kit.yaml").read_text("utf-8").partition("cards:\n  cards: {file")[0]
    (kit / "kit.yaml").write_text(text.replace("Trial", "CafÃ© Trial"), "utf-8")
    (kit / "cards.yaml").write_text("cards:\n  a: {name: A, asides: {text: Ein StraÃŸe}}\n", "utf-8")
    found = typed_kit.found(kit)
    places = {(one.span.file.rpartition("/")[2], one.span.line, one.span.column) for one in found}
    assert places == {("kit.yaml", 1, 11), ("cards.yaml", 2, 39)}


def test_a_text_that_is_meant_is_ignored_by_its_code(tmp_path):
    kit = typed_kit.write(tmp_path / "kit", TABLE, more="checks: {ignore: [damaged-text]}\n")
    assert typed_kit.found(kit, "typewriter-signs") == []


DECKS = {
    "French": "Title;Qty;Text\nLe café;2;« Voilà\u00a0», dit-elle… à la carte\nÉlévation;1;L’ÉLÉVATION D’ÂME\n"
    "CAFÉ;1;«CAFÉ» ou «\u00a0café\u00a0»\nŒuvre;1;Ça coûte 3\u00a0€ – où\u00a0?\n"
    "Râteau;1;Piochez 1 carte. Défaussez-en 2.\n",
    "German": "Title;Qty;Text\nSpaß;2;„Spaß“ – „MENÜ“, sagt »Käthe«…\nStraße;1;Zieh 2 Karten.\n"
    "essen;1;Verb\nEssen;1;Nomen\nschlafen;1;Verb\nDer Wald;1;Größer als 3 m²\nSumme;1;Lege Karten im Wert von 9 ab.\n",
    "Spanish": "Title,Qty,Text\nNiño,2,¿Qué pasa? ¡Olé!\nCorazón,1,«Añade» 1.ª carta y 2.º dado\nTotal,1,Gana todo.\n",
    "Portuguese": "Title,Qty,Text\nAÇÃO,2,“AMANHÔ É OUTRO DIA – NÃO…\nÂngela,1,Mãe e irmã: “Â” é uma letra\n"
    "CORAÇÃO,1,PÃO-DE-LÓ e MAÇÃ’S\nIRMÃ,1,À MÃ… 5ª edição\nÃ,1,A letra Ã\nÂ,1,A letra Â\n",
    "mathematics": "Title,Qty,Text\nRoot,1,√2 + √π = x√2\nGradient,1,\\nabla f \\neq 0 and $\\nu\\nmid n$\n"
    "Sum,3,Add 2 + 3\nSquared,1,Â² is not A²\nDivide,1,6 ÷ 3 ± 1 ≤ 4\nHalf,1,½ × ¾\n",
    "code": 'Title,Qty,Text\nPrint,1,"printf(""Hi\\n"");"\nPath,1,C:\\new\\notes\n'
    "Regex,1,The regex \\n matches a line end\n"
    "Quoted,1,Type `a\\nb` here\nHash,1,Issue #1 and #define N/A\nLoad,1,Loading... a program\n#hash,1,{asides}\n",
    "English": "Title,Qty,Text\nStorm,4,It’s late… naïve façade\nStorm warning,1,“Loading” takes 2 turns\n"
    "Windfall,1,Gain 50 % more\nWind fall back,1,Costs £5 or €6\nTally,9,Count 1.\n",
    "Polish and Turkish": "Title,Qty,Text\nŻółw,2,Zażółć gęślą jaźń\nHâlâ,1,“hâlâ…” dedi – kâğıt\n"
    "Ångström,1,10 Å… and Ä“\n",
}


@pytest.mark.parametrize("name", DECKS)
def test_no_warning_in_decks_as_designers_write_them(name, tmp_path):
    kit = typed_kit.write(tmp_path / "kit", DECKS[name])
    assert [(one.code, one.message) for one in typed_kit.found(kit, "typewriter-signs", "missing-glyph")] == []
