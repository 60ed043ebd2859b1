"""Any question, asked by name: odds, results and checks, comparisons, what-ifs, play-throughs."""
