"""What lateness costs, as a plug-in of nbgrader's. The course's configuration sets the two numbers."""

from __future__ import annotations

import math

from nbgrader.plugins import BasePlugin
from traitlets import Float


class LatePenalty(BasePlugin):
    """Take off a share of the score for every day begun after the deadline, extensions counted."""

    share_per_day = Float(0.0, help="Share of the score lost per day begun; 0.1 is ten per cent.").tag(
        config=True
    )
    grace_hours = Float(0.0, help="Lateness up to this many hours costs nothing.").tag(config=True)

    def late_submission_penalty(
        self, student_id: str, score: float, total_seconds_late: float
    ) -> float | None:
        """The points to take off, or None where nothing is.

        Examples
        --------
        >>> LatePenalty(share_per_day=0.1).late_submission_penalty("ada", 80.0, 26 * 3600)
        16.0
        >>> patient = LatePenalty(share_per_day=0.1, grace_hours=30)
        >>> patient.late_submission_penalty("ada", 80.0, 26 * 3600) is None
        True
        """
        hours = total_seconds_late / 3600
        if hours <= self.grace_hours or not self.share_per_day:
            return None
        return min(score, score * self.share_per_day * math.ceil(hours / 24))
