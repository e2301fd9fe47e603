"""Figures made ready to read: grouped, written out, as records for programs, and as one offline page with plots."""
