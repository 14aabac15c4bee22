"""The report: what the figures mean, in words, plots and one page."""
