"""The nested trees of cost-complexity pruning, from the whole tree to the root alone."""

from collections.abc import Iterable

import numpy as np

from autograder.exercise import Case, Exercise, Misconception
from autograder.exercises.week4.weakest_link import KYPHOSIS, MIDDLE, TIED, inner, leaf, random_tree
from dtlib.teaching.cart import prune_sequence


def draw(rng: np.random.Generator) -> Iterable[Case]:
    """Trees of three to nine leaves, one with two equal links, one with a useless split, and a lone leaf."""
    for leaves in (3, 5, 6, 7, 8, 9):
        yield Case(random_tree(rng, leaves), group="random tree")
    saved, one, other = int(rng.integers(1, 4)), int(rng.integers(0, 5)), int(rng.integers(0, 5))
    weak = inner("B", one + 2 + saved, leaf("b1", one), leaf("b2", 2))
    tied = inner("D", other + 1 + saved, leaf("d1", other), leaf("d2", 1))
    right = inner("C", other + 12 + saved, tied, leaf("c2", 2))
    yield Case(inner("A", 50, weak, right), group="equal links", note="B and D are equally weak")
    useless = inner("B", one + other, leaf("b1", one), leaf("b2", other))
    yield Case(inner("A", 30, useless, right), group="ends", note="B saves nothing")
    yield Case(leaf("A", int(rng.integers(0, 9))), group="ends", note="a lone leaf")


# Wrong implementations. Each stands alone: a simulated student hands in its source.


def one_link_at_a_time(tree):
    def leaves(node):
        return leaves(node["left"]) + leaves(node["right"]) if "left" in node else [node["risk"]]

    def links(node):
        if "left" not in node:
            return []
        link = (node["risk"] - sum(leaves(node))) / (len(leaves(node)) - 1)
        return [(link, node["name"]), *links(node["left"]), *links(node["right"])]

    def cut(node, name):
        if "left" not in node or node["name"] == name:
            return {"name": node["name"], "risk": node["risk"]}
        return {**node, "left": cut(node["left"], name), "right": cut(node["right"], name)}

    sequence = [[0.0, len(leaves(tree)), sum(leaves(tree))]]
    while links(tree):
        alpha, name = min(links(tree), key=lambda one: one[0])
        tree = cut(tree, name)
        sequence.append([alpha, len(leaves(tree)), sum(leaves(tree))])
    return sequence


def changes_the_tree(tree):
    def leaves(node):
        return leaves(node["left"]) + leaves(node["right"]) if "left" in node else [node["risk"]]

    def links(node):
        if "left" not in node:
            return []
        link = (node["risk"] - sum(leaves(node))) / (len(leaves(node)) - 1)
        return [(link, node), *links(node["left"]), *links(node["right"])]

    sequence, alpha = [], 0.0
    while True:
        while links(tree) and min(link for link, _ in links(tree)) <= alpha + 1e-12:
            node = min(links(tree), key=lambda one: one[0])[1]
            del node["left"], node["right"]
        sequence.append([alpha, len(leaves(tree)), sum(leaves(tree))])
        if "left" not in tree:
            return sequence
        alpha = min(link for link, _ in links(tree))


def links_never_updated(tree):
    def leaves(node, alpha=-1.0):
        if "left" not in node or link_of.get(node["name"], 0.0) <= alpha + 1e-12:
            return [node["risk"]]
        return leaves(node["left"], alpha) + leaves(node["right"], alpha)

    def fill(node):
        if "left" in node:
            below = all_leaves(node)
            link_of[node["name"]] = (node["risk"] - sum(below)) / (len(below) - 1)
            fill(node["left"])
            fill(node["right"])

    def all_leaves(node):
        return all_leaves(node["left"]) + all_leaves(node["right"]) if "left" in node else [node["risk"]]

    link_of: dict = {}
    fill(tree)
    alphas = sorted({0.0, *link_of.values()})
    sequence = [[alpha, len(leaves(tree, alpha)), sum(leaves(tree, alpha))] for alpha in alphas]
    return [row for place, row in enumerate(sequence) if place == 0 or row[1] < sequence[place - 1][1]]


def whole_tree_left_out(tree):
    def leaves(node):
        return leaves(node["left"]) + leaves(node["right"]) if "left" in node else [node["risk"]]

    def links(node):
        if "left" not in node:
            return []
        link = (node["risk"] - sum(leaves(node))) / (len(leaves(node)) - 1)
        return [(link, node["name"]), *links(node["left"]), *links(node["right"])]

    def cut(node, name):
        if "left" not in node or node["name"] == name:
            return {"name": node["name"], "risk": node["risk"]}
        return {**node, "left": cut(node["left"], name), "right": cut(node["right"], name)}

    sequence = []
    while links(tree):
        alpha = min(links(tree), key=lambda one: one[0])[0]
        while links(tree) and min(links(tree), key=lambda one: one[0])[0] <= alpha + 1e-12:
            tree = cut(tree, min(links(tree), key=lambda one: one[0])[1])
        sequence.append([alpha, len(leaves(tree)), sum(leaves(tree))])
    return sequence


def root_left_out(tree):
    def leaves(node):
        return leaves(node["left"]) + leaves(node["right"]) if "left" in node else [node["risk"]]

    def links(node):
        if "left" not in node:
            return []
        link = (node["risk"] - sum(leaves(node))) / (len(leaves(node)) - 1)
        return [(link, node["name"]), *links(node["left"]), *links(node["right"])]

    def cut(node, name):
        if "left" not in node or node["name"] == name:
            return {"name": node["name"], "risk": node["risk"]}
        return {**node, "left": cut(node["left"], name), "right": cut(node["right"], name)}

    alpha = 0.0
    sequence: list = []
    while True:
        while links(tree) and min(links(tree), key=lambda one: one[0])[0] <= alpha + 1e-12:
            tree = cut(tree, min(links(tree), key=lambda one: one[0])[1])
        if "left" not in tree:
            return sequence
        sequence.append([alpha, len(leaves(tree)), sum(leaves(tree))])
        alpha = min(links(tree), key=lambda one: one[0])[0]


def divided_by_all_leaves(tree):
    def leaves(node):
        return leaves(node["left"]) + leaves(node["right"]) if "left" in node else [node["risk"]]

    def links(node):
        if "left" not in node:
            return []
        link = (node["risk"] - sum(leaves(node))) / len(leaves(node))
        return [(link, node["name"]), *links(node["left"]), *links(node["right"])]

    def cut(node, name):
        if "left" not in node or node["name"] == name:
            return {"name": node["name"], "risk": node["risk"]}
        return {**node, "left": cut(node["left"], name), "right": cut(node["right"], name)}

    sequence, alpha = [], 0.0
    while True:
        while links(tree) and min(links(tree), key=lambda one: one[0])[0] <= alpha + 1e-12:
            tree = cut(tree, min(links(tree), key=lambda one: one[0])[1])
        sequence.append([alpha, len(leaves(tree)), sum(leaves(tree))])
        if "left" not in tree:
            return sequence
        alpha = max(alpha, min(links(tree), key=lambda one: one[0])[0])


def pairs_of_leaves_only(tree):
    def leaves(node):
        return leaves(node["left"]) + leaves(node["right"]) if "left" in node else [node["risk"]]

    def links(node):
        if "left" not in node:
            return []
        deeper = links(node["left"]) + links(node["right"])
        return deeper or [(float(node["risk"] - sum(leaves(node))), node["name"])]

    def cut(node, name):
        if "left" not in node or node["name"] == name:
            return {"name": node["name"], "risk": node["risk"]}
        return {**node, "left": cut(node["left"], name), "right": cut(node["right"], name)}

    sequence, alpha = [], 0.0
    while True:
        while links(tree) and min(links(tree), key=lambda one: one[0])[0] <= alpha + 1e-12:
            tree = cut(tree, min(links(tree), key=lambda one: one[0])[1])
        sequence.append([alpha, len(leaves(tree)), sum(leaves(tree))])
        if "left" not in tree:
            return sequence
        alpha = min(links(tree), key=lambda one: one[0])[0]


def useless_splits_kept(tree):
    def leaves(node):
        return leaves(node["left"]) + leaves(node["right"]) if "left" in node else [node["risk"]]

    def links(node):
        if "left" not in node:
            return []
        link = (node["risk"] - sum(leaves(node))) / (len(leaves(node)) - 1)
        return [(link, node["name"]), *links(node["left"]), *links(node["right"])]

    def cut(node, name):
        if "left" not in node or node["name"] == name:
            return {"name": node["name"], "risk": node["risk"]}
        return {**node, "left": cut(node["left"], name), "right": cut(node["right"], name)}

    sequence = [[0.0, len(leaves(tree)), sum(leaves(tree))]]
    while links(tree):
        alpha = min(links(tree), key=lambda one: one[0])[0]
        while links(tree) and min(links(tree), key=lambda one: one[0])[0] <= alpha + 1e-12:
            tree = cut(tree, min(links(tree), key=lambda one: one[0])[1])
        sequence.append([alpha, len(leaves(tree)), sum(leaves(tree))])
    return sequence


def in_units_of_the_root(tree):
    def leaves(node):
        return leaves(node["left"]) + leaves(node["right"]) if "left" in node else [node["risk"]]

    def links(node):
        if "left" not in node:
            return []
        link = (node["risk"] - sum(leaves(node))) / (len(leaves(node)) - 1)
        return [(link, node["name"]), *links(node["left"]), *links(node["right"])]

    def cut(node, name):
        if "left" not in node or node["name"] == name:
            return {"name": node["name"], "risk": node["risk"]}
        return {**node, "left": cut(node["left"], name), "right": cut(node["right"], name)}

    whole, sequence, alpha = tree["risk"] or 1, [], 0.0
    while True:
        while links(tree) and min(links(tree), key=lambda one: one[0])[0] <= alpha + 1e-12:
            tree = cut(tree, min(links(tree), key=lambda one: one[0])[1])
        sequence.append([alpha / whole, len(leaves(tree)), sum(leaves(tree)) / whole])
        if "left" not in tree:
            return sequence
        alpha = min(links(tree), key=lambda one: one[0])[0]


def strongest_first(tree):
    def leaves(node):
        return leaves(node["left"]) + leaves(node["right"]) if "left" in node else [node["risk"]]

    def links(node):
        if "left" not in node:
            return []
        link = (node["risk"] - sum(leaves(node))) / (len(leaves(node)) - 1)
        return [(link, node["name"]), *links(node["left"]), *links(node["right"])]

    def cut(node, name):
        if "left" not in node or node["name"] == name:
            return {"name": node["name"], "risk": node["risk"]}
        return {**node, "left": cut(node["left"], name), "right": cut(node["right"], name)}

    sequence = [[0.0, len(leaves(tree)), sum(leaves(tree))]]
    while links(tree):
        alpha, name = max(links(tree), key=lambda one: one[0])
        tree = cut(tree, name)
        sequence.append([alpha, len(leaves(tree)), sum(leaves(tree))])
    return sequence


def list_of_links_made_once(tree):
    def leaves(node):
        return leaves(node["left"]) + leaves(node["right"]) if "left" in node else [node["risk"]]

    def links(node):
        if "left" not in node:
            return []
        link = (node["risk"] - sum(leaves(node))) / (len(leaves(node)) - 1)
        return [(link, node["name"]), *links(node["left"]), *links(node["right"])]

    def cut(node, name):
        if "left" not in node or node["name"] == name:
            return {"name": node["name"], "risk": node["risk"]}
        return {**node, "left": cut(node["left"], name), "right": cut(node["right"], name)}

    sequence = [[0.0, len(leaves(tree)), sum(leaves(tree))]]
    for alpha, name in sorted(links(tree), key=lambda one: one[0]):
        tree = cut(tree, name)
        sequence.append([alpha, len(leaves(tree)), sum(leaves(tree))])
    return sequence


def price_of_the_leaves_added(tree):
    def leaves(node):
        return leaves(node["left"]) + leaves(node["right"]) if "left" in node else [node["risk"]]

    def links(node):
        if "left" not in node:
            return []
        link = (node["risk"] - sum(leaves(node))) / (len(leaves(node)) - 1)
        return [(link, node["name"]), *links(node["left"]), *links(node["right"])]

    def cut(node, name):
        if "left" not in node or node["name"] == name:
            return {"name": node["name"], "risk": node["risk"]}
        return {**node, "left": cut(node["left"], name), "right": cut(node["right"], name)}

    sequence, alpha = [], 0.0
    while True:
        while links(tree) and min(links(tree), key=lambda one: one[0])[0] <= alpha + 1e-12:
            tree = cut(tree, min(links(tree), key=lambda one: one[0])[1])
        sequence.append([alpha, len(leaves(tree)), sum(leaves(tree)) + alpha * len(leaves(tree))])
        if "left" not in tree:
            return sequence
        alpha = min(links(tree), key=lambda one: one[0])[0]


def nodes_counted_as_leaves(tree):
    def leaves(node):
        return leaves(node["left"]) + leaves(node["right"]) if "left" in node else [node["risk"]]

    def links(node):
        if "left" not in node:
            return []
        link = (node["risk"] - sum(leaves(node))) / (len(leaves(node)) - 1)
        return [(link, node["name"]), *links(node["left"]), *links(node["right"])]

    def cut(node, name):
        if "left" not in node or node["name"] == name:
            return {"name": node["name"], "risk": node["risk"]}
        return {**node, "left": cut(node["left"], name), "right": cut(node["right"], name)}

    sequence, alpha = [], 0.0
    while True:
        while links(tree) and min(links(tree), key=lambda one: one[0])[0] <= alpha + 1e-12:
            tree = cut(tree, min(links(tree), key=lambda one: one[0])[1])
        sequence.append([alpha, 2 * len(leaves(tree)) - 1, sum(leaves(tree))])
        if "left" not in tree:
            return sequence
        alpha = min(links(tree), key=lambda one: one[0])[0]


def alphas_added_up(tree):
    def leaves(node):
        return leaves(node["left"]) + leaves(node["right"]) if "left" in node else [node["risk"]]

    def links(node):
        if "left" not in node:
            return []
        link = (node["risk"] - sum(leaves(node))) / (len(leaves(node)) - 1)
        return [(link, node["name"]), *links(node["left"]), *links(node["right"])]

    def cut(node, name):
        if "left" not in node or node["name"] == name:
            return {"name": node["name"], "risk": node["risk"]}
        return {**node, "left": cut(node["left"], name), "right": cut(node["right"], name)}

    sequence, alpha, total = [], 0.0, 0.0
    while True:
        while links(tree) and min(links(tree), key=lambda one: one[0])[0] <= alpha + 1e-12:
            tree = cut(tree, min(links(tree), key=lambda one: one[0])[1])
        sequence.append([total, len(leaves(tree)), sum(leaves(tree))])
        if "left" not in tree:
            return sequence
        alpha = min(links(tree), key=lambda one: one[0])[0]
        total += alpha


# Correct solutions in other styles.


def with_a_deep_copy(tree):
    from copy import deepcopy

    tree = deepcopy(tree)

    def summed(node, found):
        if "left" not in node:
            return node["risk"], 1
        left_risk, left = summed(node["left"], found)
        right_risk, right = summed(node["right"], found)
        risk, leaves = left_risk + right_risk, left + right
        found.append(((node["risk"] - risk) / (leaves - 1), node))
        return risk, leaves

    sequence, alpha = [], 0.0
    while True:
        found: list = []
        risk, leaves = summed(tree, found)
        weak = [node for link, node in found if link <= alpha + 1e-12]
        for node in weak:
            node.pop("left", None)
            node.pop("right", None)
        if weak:
            continue
        sequence.append([alpha, leaves, risk])
        if not found:
            return sequence
        alpha = min(link for link, _ in found)


def with_a_set_of_closed_names(tree):
    def leaves(node, closed):
        if "left" in node and node["name"] not in closed:
            return leaves(node["left"], closed) + leaves(node["right"], closed)
        return [node["risk"]]

    def links(node, closed):
        if "left" not in node or node["name"] in closed:
            return {}
        below = leaves(node, closed)
        here = {node["name"]: (node["risk"] - sum(below)) / (len(below) - 1)}
        return here | links(node["left"], closed) | links(node["right"], closed)

    closed: set = set()
    alpha, sequence = 0.0, []
    while True:
        weak = {name for name, link in links(tree, closed).items() if link <= alpha + 1e-12}
        if weak:
            closed |= weak
            continue
        below = leaves(tree, closed)
        sequence.append((alpha, len(below), sum(below)))
        if len(below) == 1:
            return sequence
        alpha = min(links(tree, closed).values())


def from_the_lower_hull(tree):
    # The best risk for each number of leaves; the trees of the sequence are the corners of its lower hull.
    def best_risks(node):
        if "left" not in node:
            return {1: node["risk"]}
        table = {1: node["risk"]}
        left, right = best_risks(node["left"]), best_risks(node["right"])
        for i, one in left.items():
            for j, other in right.items():
                table[i + j] = min(table.get(i + j, one + other), one + other)
        return table

    table = best_risks(tree)
    lowest = min(table.values())
    size = min(leaves for leaves, risk in table.items() if risk <= lowest + 1e-12)
    sequence, alpha = [[0.0, size, table[size]]], 0.0
    while size > 1:
        prices = {
            smaller: (table[smaller] - table[size]) / (size - smaller) for smaller in table if smaller < size
        }
        alpha = min(prices.values())
        size = min(smaller for smaller, price in prices.items() if price <= alpha + 1e-12)
        sequence.append([alpha, size, table[size]])
    return sequence


def from_the_leaves_up(tree):
    # For each node the sequence of its own branch, merged from those of its children.
    def steps(node):
        if "left" not in node:
            return [], 1, node["risk"]
        left_steps, left, left_risk = steps(node["left"])
        right_steps, right, right_risk = steps(node["right"])
        leaves, risk = left + right, left_risk + right_risk
        kept = []
        for alpha, fewer, more in sorted(left_steps + right_steps):
            if (node["risk"] - risk) / (leaves - 1) <= alpha + 1e-12:
                break
            kept.append((alpha, fewer, more))
            leaves, risk = leaves - fewer, risk + more
        kept.append(((node["risk"] - risk) / (leaves - 1), leaves - 1, node["risk"] - risk))
        return kept, left + right, left_risk + right_risk

    found, leaves, risk = steps(tree)
    sequence = [[0.0, leaves, risk]]
    for alpha, fewer, more in found:
        leaves, risk = leaves - fewer, risk + more
        if alpha <= sequence[-1][0] + 1e-12:
            sequence[-1][1:] = [leaves, risk]
        else:
            sequence.append([alpha, leaves, risk])
    return sequence


exercise = Exercise(
    id="week4/prune_sequence",
    signature="prune_sequence(tree)",
    returns="a list of lists, [alpha, leaves, risk] for each tree of the sequence",
    points=9,
    hidden_points=9,
    reference=prune_sequence,
    cases=(
        Case(KYPHOSIS, note="kyphosis_tree: the three trees of rpart's table, in numbers of errors"),
        Case(MIDDLE, note="seven_leaves"),
        Case(TIED, group="edge case", note="equal_links: those that are equally weak are cut together"),
        Case(
            inner("A", 9, leaf("a1", 2), inner("B", 4, leaf("b1", 1), leaf("b2", 3))),
            group="edge case",
            note="B saves nothing: it is gone at alpha 0",
        ),
        Case(inner("A", 4, leaf("a1", 1), leaf("a2", 1)), group="edge case", note="a single split"),
        Case(leaf("A", 3), group="edge case", note="a lone leaf is its own sequence"),
    ),
    draw=draw,
    hints=(
        "The sequence is a loop around weakest_link: find the smallest g, cut that node, write down what "
        "is left, and begin again with the smaller tree. The links above the cut have changed, so compute "
        "them anew.",
        "Cutting must not touch the tree that was passed in. Write a function that returns a copy in which"
        " the node of a given name has lost its 'left' and 'right'.",
        "Start with alpha = 0. Repeat: as long as the smallest g is not above alpha (+ 1e-12), cut; then "
        "append [alpha, leaves, risk]; if an inner node is left, let alpha be the smallest g, else stop. "
        "That settles useless splits, equal links, and the lone leaf.",
    ),
    misconceptions=(
        Misconception(
            "one link at a time",
            "You made a row of its own for every link, even if two are equally weak or one saves nothing. "
            "At that price both go: the tree between them is the best one at no alpha of its own.",
            "Cut every link that is not above alpha before you write the row, beginning with alpha = 0.",
            one_link_at_a_time,
        ),
        Misconception(
            "changes the tree",
            "The sequence is right, but you cut the tree that was passed in. Whoever calls you still wants"
            " it, to draw it or to prune it in another way.",
            "Cut a copy: `copy.deepcopy`, or a function that builds a new dictionary.",
            changes_the_tree,
        ),
        Misconception(
            "links never updated",
            "You computed every g once, on the whole tree, and cut in that order. When a branch has been "
            "cut, the nodes above it have fewer leaves and another risk, so their g has grown.",
            "Compute the links again after each cut.",
            links_never_updated,
        ),
        Misconception(
            "whole tree left out",
            "Your sequence begins with the first cut. The tree that one starts from is the best for small "
            "alpha, and belongs in front.",
            "Begin with a row for alpha = 0.",
            whole_tree_left_out,
        ),
        Misconception(
            "root left out",
            "Your sequence stops before the root is cut. For a large enough alpha no split is worth its "
            "price, and the last tree is a single leaf.",
            "Go on until no inner node is left, and write that row too.",
            root_left_out,
        ),
        Misconception(
            "divided by all leaves",
            "You divided the saving by the number of leaves below the node. One leaf remains when it is "
            "cut, so only |T| - 1 of them go.",
            "A split into two leaves adds one leaf, not two.",
            divided_by_all_leaves,
        ),
        Misconception(
            "pairs of leaves only",
            "You only ever cut a pair of leaves. Perhaps you look at no other nodes; perhaps you forgot to "
            "divide, and in total a branch never saves less than a pair inside it. For each leaf it may, and "
            "then the whole branch is the weakest link and goes at once.",
            "Take every inner node, and divide what it saves by the number of leaves that would go.",
            pairs_of_leaves_only,
        ),
        Misconception(
            "useless splits kept",
            "A split that saves nothing stands in your first row. At alpha 0 the tree with and without it "
            "cost the same, and of equally good trees the smaller one is meant.",
            "Cut the links with g = 0 before you write the first row.",
            useless_splits_kept,
        ),
        Misconception(
            "in units of the root",
            "You divided alpha and risk by the risk of the root. That is how rpart prints them; here they "
            "are asked for in the unit of the tree's own risks.",
            "Leave out that division.",
            in_units_of_the_root,
        ),
        Misconception(
            "strongest first",
            "You cut the largest g first. As alpha grows, the split that saves least for its leaves is the"
            " first one not worth its price.",
            "Take the smallest g in each round.",
            strongest_first,
        ),
        Misconception(
            "list of links made once",
            "You made a list of all links at the start and cut down that list. Each cut changes the links "
            "above it, and takes the links below it away: some of your rows belong to no cut at all.",
            "After each cut, compute the links of the tree that is left, and take the smallest.",
            list_of_links_made_once,
        ),
        Misconception(
            "price of the leaves added",
            "Your third number is risk + alpha * leaves, the quantity that the best tree makes small. The "
            "rows ask for the risk alone; at the alpha of a row two trees have the same sum.",
            "Return the sum of the leaves' risks.",
            price_of_the_leaves_added,
        ),
        Misconception(
            "nodes counted as leaves",
            "Your second number counts all nodes of the tree, the ones that ask included.",
            "Count the nodes that ask nothing.",
            nodes_counted_as_leaves,
        ),
        Misconception(
            "alphas added up",
            "You added each g to the alpha before it. A g is itself the price at which its branch is cut, "
            "not the distance from the last cut.",
            "Let alpha *be* the smallest g of the tree that is left.",
            alphas_added_up,
        ),
    ),
    alternatives={
        "a deep copy": with_a_deep_copy,
        "a set of closed names": with_a_set_of_closed_names,
        "lower hull of leaves and risk": from_the_lower_hull,
        "from the leaves up": from_the_leaves_up,
    },
)
