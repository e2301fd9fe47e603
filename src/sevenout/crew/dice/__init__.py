"""The handling of the dice: the sets, their inspection and change, and the commands and events of the stick."""
