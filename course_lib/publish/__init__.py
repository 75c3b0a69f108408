"""What is made of the lessons: slides, the site, editions."""
