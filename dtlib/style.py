"""How the course draws: one look for every picture, so that a colour means the same thing in every week.

The colours are those of Okabe and Ito, which people with any of the common kinds of colour blindness can tell
apart. Lines differ in dashes too, and the first two class colours differ in lightness, so a black-and-white
print stays readable.
"""

import matplotlib as mpl
from cycler import cycler

BLACK = "#000000"
ORANGE = "#E69F00"
SKY_BLUE = "#56B4E9"
GREEN = "#009E73"
YELLOW = "#F0E442"
BLUE = "#0072B2"
VERMILLION = "#D55E00"
PURPLE = "#CC79A7"

#: For help lines and everything else that must stay behind the data.
GREY = "#8C8C8C"

#: Colours of the classes, in sorted order of their labels: for "no" and "yes", orange and blue.
CLASS_COLOURS = (ORANGE, BLUE, GREEN, PURPLE, SKY_BLUE, VERMILLION, YELLOW, BLACK)

#: Colours of lines in one plot, each with the dashes that go with it.
LINES = (
    (BLUE, "-"),
    (VERMILLION, "--"),
    (GREEN, "-."),
    (PURPLE, ":"),
    (ORANGE, (0, (5, 1, 1, 1, 1, 1))),
    (BLACK, (0, (8, 2))),
)


def use_course_style() -> None:
    """Make every picture drawn from now on look like the course's.

    Sets matplotlib's defaults: colours and dashes of lines, size (inches), grid, and a frame that is open at
    the top and on the right. `matplotlib.rcdefaults` undoes it.

    References
    ----------
    Okabe and Ito (2002), Color Universal Design: how to make figures and presentations that are friendly to
    colorblind people.

    Examples
    --------
    >>> import matplotlib
    >>> use_course_style()
    >>> matplotlib.rcParams["axes.prop_cycle"].by_key()["color"][0] == BLUE
    True
    >>> matplotlib.rcdefaults()
    """
    colours, dashes = zip(*LINES, strict=True)
    mpl.rcParams.update(
        {
            "axes.prop_cycle": cycler(color=colours) + cycler(linestyle=dashes),
            "axes.axisbelow": True,
            "axes.grid": True,
            "axes.spines.right": False,
            "axes.spines.top": False,
            "axes.titlelocation": "left",
            "axes.titlesize": 11,
            "figure.constrained_layout.use": True,
            "figure.dpi": 110,
            "figure.figsize": (6.4, 3.6),
            "font.size": 10,
            "grid.color": "#DDDDDD",
            "grid.linewidth": 0.6,
            "legend.frameon": False,
            "lines.linewidth": 2.0,
        }
    )
