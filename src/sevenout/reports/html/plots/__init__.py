"""The plots of the pages, drawn by matplotlib in one style."""
