"""What holds for every book, every game and every line: properties, with games that hypothesis makes up."""
