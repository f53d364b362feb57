import { addDays } from '#web/contracts/india.ts';

/** How many days late a missed reminder may still be sent. */
const grace = 3;

/** Returns the day in `days` whose reminder is due, if any. `days` count from the due date, in ascending order. */
export function reminderDue(days: number[], dueOn: string, today: string): number | undefined {
  const last = days.findLast((day) => addDays(dueOn, day) <= today);
  return last !== undefined && today <= addDays(dueOn, last + grace) ? last : undefined;
}

/** Returns the last day on which a bill's customer can be reminded; undefined without reminders. */
export function lastReminder(days: number[], dueOn: string): string | undefined {
  const last = days.at(-1);
  return last === undefined ? undefined : addDays(dueOn, last + grace);
}

/** Returns the range of due dates for which a reminder can be due today; undefined without reminders. */
export function remindableDays(days: number[], today: string) {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return { from: addDays(today, -last - grace), to: addDays(today, -first) };
}
