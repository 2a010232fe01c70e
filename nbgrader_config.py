"""nbgrader reads this file from the course's root folder, which is here; so does `autograder`."""

from autograder.nbgrader_engine import PREPROCESSORS

c = get_config()  # noqa: F821 - nbgrader provides it

c.CourseDirectory.course_id = "decision-trees"

# A week's folder below notebooks/ is an assignment; the lesson beside it is for reading and is not graded.
c.CourseDirectory.source_directory = "notebooks"
c.CourseDirectory.notebook_id = "*_assignment"

# The text sources hold the solutions: they never travel with a release.
c.CourseDirectory.ignore = [
    ".ipynb_checkpoints",
    "*.pyc",
    "__pycache__",
    "feedback",
    "*_assignment.py",
    "*_lesson.py",
    "*_example.py",
]

# Notebooks run in the sandbox, and what they answer is judged outside it.
c.Autograde.autograde_preprocessors = PREPROCESSORS

# What lateness costs: a share of the score for each day begun, after hours of grace. Nothing for now.
c.AssignLatePenalties.plugin_class = "autograder.late.LatePenalty"
c.LatePenalty.share_per_day = 0.0
c.LatePenalty.grace_hours = 0.0

# What a submission may use in the sandbox; the other limits are listed in autograder/sandbox/limits.py.
c.Limits.cell_seconds = 20
c.Limits.memory = 1024 * 2**20

# Seconds a single cell may take where nbgrader runs it by its own means, without the sandbox.
c.Execute.timeout = 30

# Nothing of a run's kernels is kept, and their own log would only bury ours.
c.Execute.extra_arguments = ["--HistoryManager.hist_file=:memory:", "--IPKernelApp.log_level=ERROR"]
