"""One printer each for text, HTML, CSV and LaTeX."""

from fractions import Fraction

from markupsafe import Markup

from pz8edu.core import Enumerating
from pz8edu.core.chance.distribution import Distribution
from pz8edu.printing.comma_separated import csv_text
from pz8edu.printing.exact import in_full, ratio_text, whole_text
from pz8edu.printing.html_table import html_table
from pz8edu.printing.latex import aligned, latex_text
from pz8edu.printing.text import columns

STRANGE = "A_1 & 50% #2 {x} ~ ^ \\ $"
SAFE = r"A\_1 \& 50\% \#2 \{x\} \textasciitilde{} \textasciicircum{} \textbackslash{} \$"


def test_latex_escapes_every_sign_that_it_reads_itself():
    assert latex_text(STRANGE) == SAFE
    assert latex_text("½ × 3″") == "½ × 3″"


def test_a_distribution_in_latex_is_escaped():
    assert rf"P(\text{{{SAFE}}}) &=" in Distribution({STRANGE: 1, "other": 1})._repr_latex_()


def test_a_tree_in_latex_is_escaped():
    tree = Enumerating().tree(lambda umpire: STRANGE if umpire.d6("x") >= 4 else "other")
    assert rf"P(\text{{{SAFE}}}) &=" in tree.latex()


def test_equations_stand_below_each_other():
    assert aligned(["a &= 1", "b &= 2"]) == r"\begin{aligned}a &= 1 \\ b &= 2\end{aligned}"


def test_columns_are_as_wide_as_their_longest_cell_and_end_without_blanks():
    assert columns([("a", "10", "x"), ("bcd", "9", "")], "<>") == "a    10  x\nbcd   9"
    assert columns([]) == ""


def test_html_escapes_text_and_leaves_markup():
    table = html_table(["<head>"], [["<b>", Markup("<i>1</i>")]], names=1)
    assert "<th>&lt;head&gt;</th>" in table
    assert "<tr><th>&lt;b&gt;</th><td><i>1</i></td></tr>" in table


def test_csv_quotes_what_needs_it():
    assert csv_text([["a,b", 1], ['"', None]]) == '"a,b",1\n"""",\n'


def test_exact_numbers_are_written_in_full():
    long = 10**5000 + 7
    assert whole_text(-long) == f"-1{'0' * 4999}7"
    assert ratio_text(Fraction(3)) == "3/1"
    assert in_full(Fraction(long, 2)) == f"{whole_text(long)}/2"
    assert in_full(long) == in_full(Fraction(long)) == whole_text(long)
