"""The growth engine that ID3, C4.5 and CART share.

A tree is grown level by level. All open nodes of one depth are searched together, their cases are handed down
together, and nothing calls itself, so that a tree may be as deep as its data asks for. What makes one
algorithm different from another are three choices, which `growth.Algorithm` asks for: which splits are
candidates, how a split is scored, and how a case travels whose value is missing.

==========  =================================================================================
`columns`   a table as it is given, turned into one matrix of numbers
`targets`   what is to be predicted: classes, or a number
`level`     the open nodes of one depth, with their cases sorted by every column
`scoring`   what a split is worth, for all candidates of a level in one expression
`growth`    the loop: search, split, hand down
`routing`   how cases walk down a tree, one level at a time
`tree`      the tree itself, as parallel arrays
==========  =================================================================================
"""
