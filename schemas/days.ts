/** Today in UTC, `2026-03-31`: the day that `now()` has in queries. */
export const today = (): string => new Date().toISOString().slice(0, 10);

/** Whether a last day (`2026-03-31`) is over; it counts in full. */
export const isOver = (lastDay: string | undefined): boolean => (lastDay ? lastDay < today() : false);

export const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
