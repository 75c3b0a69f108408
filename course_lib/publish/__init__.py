"""What is made from the lessons' cells for those who teach or read elsewhere."""
