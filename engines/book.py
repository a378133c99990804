"""What the learning search keeps besides the board: one table and a row of registers.

``book`` int32[FIELDS, ...], rows by what they are about. By candidate (numbered ``(cell << shift) + value``,
the shift being in the log): ROWS, the trail row where it went, -1 if it did not; HEADS, the first link of
the nogoods that watch it; SEEN, 1 while a contradiction is analysed that it has a part in. By trail row:
LEVELS, the level it belongs to, 0 for facts. By level: MARKS, the trail row where it starts; STAMPS, when
it was last counted. By cell: PHASES, the value it had last; PLACES, where it stands in the heap, -1 outside
of it. By place: HEAP, cells, the most active first; NOGOOD, the candidates of the nogood at hand; TOUCHED,
those seen on the way to it.
"""

from __future__ import annotations

ROWS, HEADS, SEEN, LEVELS, MARKS, STAMPS, PHASES, PLACES, HEAP, NOGOOD, TOUCHED = range(11)
FIELDS = 11
LEVEL, TOLD, HEAPED, END, STAMP, SINCE, RUNS, UNTIL, BROKEN, SHIFT = range(10)
LOGS = 10
"""Log, int64: the level; up to which trail row the nogoods were told; cells in the heap; the arena's end;
the last stamp used; conflicts since the last new start; new starts, and after how many conflicts the next
one comes; the nogood that is broken, or NOTHING; the shift in a candidate's number."""
