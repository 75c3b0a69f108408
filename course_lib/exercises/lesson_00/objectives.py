"""What lesson 00 is for, in the words of its first page."""

USE = "use a lesson"
COMPUTE = "compute with the five tools"
