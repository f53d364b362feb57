import { addDays } from '#web/contracts/india.ts';

/** Days for which a reminder that could not be written on its day is still written. */
const grace = 3;

/** The reminder that is due for a bill on a day; undefined for none. `days` ascend, from the due date. */
export function reminderDue(days: number[], dueOn: string, today: string): number | undefined {
  const last = days.findLast((day) => addDays(dueOn, day) <= today);
  return last !== undefined && today <= addDays(dueOn, last + grace) ? last : undefined;
}

/** The last day on which a bill's customer can be reminded; undefined where nobody is reminded. */
export function lastReminder(days: number[], dueOn: string): string | undefined {
  const last = days.at(-1);
  return last === undefined ? undefined : addDays(dueOn, last + grace);
}

/** The due dates (`from`, `to`) of bills for which a reminder can be due today; undefined where nobody is reminded. */
export function remindableDays(days: number[], today: string) {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return { from: addDays(today, -last - grace), to: addDays(today, -first) };
}
