"""Other simulators, where their rules agree with a document's."""
