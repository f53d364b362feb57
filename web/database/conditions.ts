import type { Selectable } from 'kysely';
import { day, hour } from '#web/contracts/durations.ts';
import { moment } from './moment.ts';
import type { Database, Tables } from './tables.ts';

export type StoredCondition = Selectable<Tables['conditions']>;

/** A condition that somebody sees now. */
export type SeenCondition = Omit<StoredCondition, 'id' | 'seen_at' | 'notified_at'>;

/** Conditions to notify people of: those that have lasted long enough, or another day, and those that are over. */
export type News = { begun: StoredCondition[]; ended: StoredCondition[] };

/** Milliseconds after which a condition that nobody sees any more ends, for example if its machine was removed. */
const forgottenAfter = 26 * hour;

/** Stores a condition that somebody sees now. It began when it was first seen. */
export async function seeCondition(db: Database, seen: SeenCondition, now: number): Promise<string> {
  const id = [seen.kind, seen.place, seen.subject].join('|');
  const seen_at = moment(now);
  await db
    .insertInto('conditions')
    .values({ ...seen, id, seen_at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ detail: seen.detail, seen_at }))
    .execute();
  return id;
}

/** Marks a condition as over. The next `recordConditions` announces that. */
export async function endCondition(db: Database, kind: string, subject: string): Promise<void> {
  const condition = db.updateTable('conditions').set({ seen_at: '' });
  await condition.where('kind', '=', kind).where('subject', '=', subject).execute();
}

/**
 * Stores the conditions that somebody sees now. Of the others, those end that `isGone` says are gone. `announce` gets
 * what people have to be notified of: each begin and end once, whichever process comes first.
 */
export function recordConditions(
  db: Database,
  { seen, isGone }: { seen: SeenCondition[]; isGone(stored: StoredCondition): boolean },
  now: number,
  announce: (db: Database, news: News) => Promise<void>,
): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    const ids = new Set<string>();
    for (const one of seen) ids.add(await seeCondition(transaction, one, now));
    const known = await transaction.selectFrom('conditions').selectAll().execute();
    const isForgotten = ({ seen_at }: StoredCondition) => seen_at < moment(now - forgottenAfter);
    const over = known.filter((one) => !ids.has(one.id) && (isGone(one) || isForgotten(one)));
    const gone = await transaction
      .deleteFrom('conditions')
      .where('id', 'in', ['', ...over.map(({ id }) => id)])
      .returningAll()
      .execute();
    const begun = await transaction
      .updateTable('conditions')
      .set({ notified_at: moment(now) })
      .where('due_at', '<=', moment(now))
      .where((is) => is.or([is('notified_at', 'is', null), is('notified_at', '<=', moment(now - day))]))
      .returningAll()
      .execute();
    const ended = gone.filter(({ notified_at }) => notified_at !== null);
    if (begun.length + ended.length > 0) await announce(transaction, { begun, ended });
  });
}

/** Returns the conditions that have lasted long enough to matter, the oldest first. */
export const listConditions = (db: Database, now: number): Promise<StoredCondition[]> =>
  db.selectFrom('conditions').selectAll().where('due_at', '<=', moment(now)).orderBy('began_at').execute();
