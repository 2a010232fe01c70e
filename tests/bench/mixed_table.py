"""A table of mixed columns with missing values, for timing C4.5 against Weka's J48."""

from pathlib import Path

import numpy as np
import pandas as pd


def mixed_table(n_rows: int, missing: float = 0.05, seed: int = 0) -> tuple[pd.DataFrame, pd.Series]:
    """Six numeric, six categorical columns; three classes that follow rules, a tenth of the labels noise."""
    rng = np.random.default_rng(seed)
    numbers = rng.normal(size=(n_rows, 6)).round(3)
    levels = [2, 3, 4, 5, 6, 8]
    codes = np.column_stack([rng.integers(0, k, n_rows) for k in levels])
    score = (
        numbers[:, 0] + (codes[:, 2] == 1) * numbers[:, 1] - (codes[:, 4] > 3) + 0.5 * (numbers[:, 2] > 0.3)
    )
    score += np.where(codes[:, 1] == 0, numbers[:, 3], -0.5 * codes[:, 0])
    label = np.digitize(score, np.quantile(score, [0.4, 0.75]))
    noisy = rng.random(n_rows) < 0.1
    label[noisy] = rng.integers(0, 3, noisy.sum())

    X = pd.DataFrame(numbers, columns=[f"number{j}" for j in range(6)])
    for j, k in enumerate(levels):
        X[f"kind{j}"] = pd.Categorical.from_codes(codes[:, j], [f"v{i}" for i in range(k)])
    X = X.mask(rng.random(X.shape) < missing)
    return X, pd.Series(label, name="class").map(lambda i: f"c{i}")


def write_arff(X: pd.DataFrame, y: pd.Series, path: Path) -> None:
    """Weka's own file format, with every category declared."""
    with open(path, "w") as file:
        print("@relation mixed", file=file)
        for name, column in X.items():
            is_categorical = isinstance(column.dtype, pd.CategoricalDtype)
            domain = "{" + ",".join(column.cat.categories) + "}" if is_categorical else "numeric"
            print(f"@attribute {name} {domain}", file=file)
        print("@attribute class {" + ",".join(sorted(y.unique())) + "}\n@data", file=file)
        X.assign(label=y).to_csv(file, header=False, index=False, na_rep="?")
