"""The command `sevenout edges` and its tables: wagers, odds, stakes, the shooter's turn, houses compared."""
