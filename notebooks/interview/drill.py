# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Interview drill
#
# Questions of five kinds: **calculate** a number by hand, **explain** an idea, **compare** two, find and mend
# the wrong idea in a function (**debug**), and write a function from **memory**. Choose the minutes, and the
# kinds and topics if you like (none chosen means all), then press *Start*.
#
# Every answer gets its verdict at once. What you got wrong comes back soon, what you know comes back late.
# Your progress stays on this machine, and the terminal shares it: `autograder drill` goes on where you stop.

# %%
from autograder.interview.widgets import Drill

Drill()

# %% [markdown]
# ## One question at a time
#
# A calculation can also be had by itself. The same seed draws the same numbers, so you can give a friend a
# question with its seed; the level is 1, 2 or 3.

# %%
from autograder.interview.calculate import calculation, topics

print(*topics(), sep=", ")

# %%
question = calculation("gain_ratio", level=2, seed=7)
print(question.prompt)

# %% [markdown]
# Put your number in the place of `None`. A usual slip is named.

# %%
my_answer = None
if my_answer is not None:
    print(question.judge(str(my_answer)).sentence)

# %%
question.explain()

# %% [markdown]
# ## ID3, C4.5 and CART on one page
#
# The table that most interviews come to, with the reason in every cell. `autograder exam --seed 1` writes it
# as a page for printing, beside a paper and its key.

# %%
from IPython.display import Markdown

from autograder.interview import sheet

Markdown(sheet.as_markdown())
