"""Commands that show what is written or was played: rules, glossary, layout, notice, replay and shift."""
