"""The lessons in other forms, made from the notebooks: no second text."""
