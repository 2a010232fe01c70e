"""What runs in the box, beside the student's code. It holds no reference function, no case and no expected value.

Nothing here needs to be trusted: whatever comes out of the box is taken as a claim of the student's side.
"""
