"""The lessons in other forms, for those who teach or read elsewhere: no second text."""
