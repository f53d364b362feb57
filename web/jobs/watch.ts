import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Settings } from '#settings';
import {
  type CheckResult,
  type ConditionKind,
  conditions,
  describeCondition,
  type Finding,
} from '#telemetry/conditions.ts';
import { minute } from '#web/contracts/durations.ts';
import {
  endCondition,
  listConditions,
  type News,
  recordConditions,
  type SeenCondition,
  seeCondition,
} from '#web/database/conditions.ts';
import { moment } from '#web/database/moment.ts';
import type { Database } from '#web/database/tables.ts';
import { log } from '#web/log.ts';
import { addMessages } from '#web/mail/outbox.ts';
import type { LedgerWork } from './checks.ts';

/** Each machine sees and ends its own conditions. */
const placeFor = (kind: ConditionKind) => ('ofMachine' in conditions[kind] ? hostname() : '');

/** Returns a finding as it is stored. */
function toSeen(kind: ConditionKind, { subject = '', detail }: Finding, now: number): SeenCondition {
  const due = now + conditions[kind].minutes * minute;
  return { kind, place: placeFor(kind), subject, detail, began_at: moment(now), due_at: moment(due) };
}

/** Stores what checks found, and notifies people of what has begun, of what goes on for another day and of what is over. */
export function watch({ db, settings, now }: LedgerWork, results: CheckResult[]): Promise<void> {
  const at = now();
  return recordConditions(
    db,
    {
      seen: results.flatMap(({ kind, findings }) => findings.map((one) => toSeen(kind, one, at))),
      isGone: (one) => results.some(({ kind }) => one.kind === kind && one.place === placeFor(kind)),
    },
    at,
    (transaction, news) => announce(transaction, news, settings, at),
  );
}

/** Runs a job's work, and stores since when it fails. */
export async function withFailureRecord<T>(
  { db, now }: Pick<LedgerWork, 'db' | 'now'>,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    const result = await work();
    await endCondition(db, 'job-fails', name);
    return result;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const seen = toSeen('job-fails', { subject: name, detail: `${name}: ${reason}` }, now());
    // Without a ledger nothing can be stored; the doctor notices that.
    await seeCondition(db, seen, now()).catch(() => undefined);
    throw error;
  }
}

/** Writes news to the log, and queues one message for the mailbox and one for the webhook. */
async function announce(
  db: Database,
  { begun, ended }: News,
  settings: Settings,
  now: number,
): Promise<void> {
  const titles: string[] = [];
  const parts: string[] = [];
  for (const { kind, subject, place, detail, began_at } of begun) {
    const { severity = 'warn', title = kind, advice = '' } = describeCondition(kind) ?? {};
    log(severity, `${title}. ${advice}`, { kind, subject, reason: detail });
    titles.push(title);
    parts.push([`${title}${place && ` (${place})`}, since ${began_at}.`, detail, advice].join('\n'));
  }
  for (const { kind, subject, began_at } of ended) {
    const title = `Over: ${describeCondition(kind)?.title ?? kind}`;
    log('info', title, { kind, subject });
    titles.push(title);
    parts.push(`${title}, from ${began_at} to ${moment(now)}.`);
  }
  const { siteUrl, alerts } = settings;
  const more = titles.length > 1 ? `, and ${titles.length - 1} more` : '';
  const message = {
    kind: 'condition',
    order_id: null,
    subject: `${new URL(siteUrl).host}: ${titles[0]}${more}`,
    text: [...parts, `The Studio lists what is open:\n${siteUrl}/studio`].join('\n\n'),
  };
  const recipients = [alerts.mailTo, alerts.webhook].filter((one) => one !== undefined);
  const messages = recipients.map((recipient) => ({
    ...message,
    recipient,
    dedupe_key: `condition:${randomUUID()}`,
  }));
  await addMessages(db, messages, settings, now);
}

/** Whether a message about each open error has left this machine. */
export async function isEverybodyNotified({ db, now }: LedgerWork): Promise<boolean> {
  const errors = (await listConditions(db, now())).filter(
    ({ kind }) => describeCondition(kind)?.severity === 'error',
  );
  const sent = await db
    .selectFrom('outbox')
    .select((is) => is.fn.max('sent_at').as('at'))
    .where('kind', '=', 'condition')
    .executeTakeFirst();
  return errors.every(({ notified_at }) => notified_at !== null && notified_at <= (sent?.at ?? ''));
}
