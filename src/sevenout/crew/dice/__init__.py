"""How a house handles its dice: the sets, their inspection and change, and the commands and events of the stick."""
