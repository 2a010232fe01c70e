"""What runs in the box with the student's code: no reference function, no case, no expected value.

Nothing here needs to be trusted: whatever comes out of the box is taken as a claim of the student's side.
"""

#: Where the student's process lives: a folder in a file system of its own.
HOME = "/tmp/student"
#: What the guard says of a submission that it ended for the memory it used.
OUT_OF_MEMORY = 251
