"""One printer each for percentages, text, HTML, CSV and LaTeX: plain values in, text out."""
