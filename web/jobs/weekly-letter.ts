import { sql } from 'kysely';
import { editPath } from '#schemas/paths.ts';
import { describeCondition } from '#telemetry/conditions.ts';
import { billActions } from '#web/contracts/bill-actions.ts';
import { hour } from '#web/contracts/durations.ts';
import { addDays, dateInIndia, dayInIndia } from '#web/contracts/india.ts';
import { formatRupees } from '#web/contracts/money.ts';
import { findAgeStart } from '#web/contracts/owed-parts.ts';
import { listConditions } from '#web/database/conditions.ts';
import { addMessages } from '#web/mail/outbox.ts';
import { momentRange, sumEntries } from '#web/payments/back-office/listing.ts';
import { billsWithState } from '#web/payments/ledger/bills.ts';
import { readSchedule } from '#web/payments/retainers/schedule.ts';
import { type EndingContent, type LedgerWork, list, readEndingContent } from './checks.ts';

/** The hour of Monday in India from which the letter is sent. */
const sentFrom = 9 * hour;

/** A fact with the path of the page that shows it. */
type Line = { text: string; path: string };

/** ISO days in India: the week that is over, and the one that has begun. */
type Week = { from: string; to: string; monday: string; sunday: string };

/** What the letter says, in this order. A part without news returns no lines. */
const parts: ((work: LedgerWork, week: Week) => Promise<Line[]>)[] = [
  writeEnquiries,
  writeApplications,
  writeMoney,
  writeBills,
  writeRetainers,
  writeConditions,
];

/** Returns the ISO day of the Monday on which the latest letter was due. */
function letterDay(now: number): string {
  const day = dayInIndia(now - sentFrom);
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
}

/**
 * Queues the letter about the week before for each owner, unless the last run (milliseconds since 1970) was after it was
 * due. The outbox accepts one letter for a week and address. A week without news has no letter.
 */
export async function addWeeklyLetter(
  work: LedgerWork,
  since: number | undefined,
  readEnding = readEndingContent,
): Promise<void> {
  const { db, settings, now } = work;
  const monday = letterDay(now());
  if (settings.weeklyLetterTo.length === 0 || since === undefined || letterDay(since) >= monday) return;
  const week = {
    ...{ from: addDays(monday, -7), to: addDays(monday, -1) },
    ...{ monday, sunday: addDays(monday, 6) },
  };
  const lines = await Promise.all([
    ...parts.map((write) => write(work, week)),
    writeEndings(await readEnding({ today: monday, rules: week.sunday, openings: week.sunday }), week),
  ]);
  const text = lines.flat().map(({ text, path }) => `${text}:\n${settings.siteUrl}${path}`);
  if (text.length === 0) return;
  const title = `The week from ${dateInIndia(week.from)} to ${dateInIndia(week.to)}`;
  const letter = {
    kind: 'weekly-letter',
    order_id: null,
    subject: `${new URL(settings.siteUrl).host}: ${title}`,
    text: [`${title}.`, ...text].join('\n\n'),
  };
  const letters = settings.weeklyLetterTo.map((recipient) => ({
    ...{ ...letter, recipient, dedupe_key: `weekly-letter:${monday}:${recipient}` },
  }));
  await addMessages(db, letters, settings, now());
}

async function writeEnquiries({ db }: LedgerWork, { from, to }: Week): Promise<Line[]> {
  const found = await db
    .selectFrom('visits')
    .select(['source', sql<number>`sum(times)`.as('count')])
    .where('kind', '=', 'enquiry')
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy('source')
    .orderBy('count', 'desc')
    .execute();
  const all = found.reduce((sum, { count }) => sum + count, 0);
  const sources = list(found.map(({ source, count }) => `${count} from ${source || 'an unknown source'}`));
  return all > 0 ? [{ text: `Enquiries: ${all}, ${sources}`, path: '/studio/visits' }] : [];
}

async function writeApplications({ db }: LedgerWork, week: Week): Promise<Line[]> {
  const { from, to } = momentRange({ from: week.from, to: week.to });
  const found = await db
    .selectFrom('applications')
    .select(['opening', sql<number>`count(*)`.as('count')])
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .groupBy('opening')
    .orderBy('opening')
    .execute();
  const all = found.reduce((sum, { count }) => sum + Number(count), 0);
  const openings = list(found.map(({ opening, count }) => `${count} for ${opening}`));
  return all > 0 ? [{ text: `Applications: ${all}, ${openings}`, path: '/studio/applications' }] : [];
}

async function writeMoney({ db }: LedgerWork, { from, to }: Week): Promise<Line[]> {
  const { captured, received, refunded } = await sumEntries(db, momentRange({ from, to }));
  const sums = [
    `${formatRupees(captured)} through Razorpay`,
    ...(received === 0 ? [] : [`${formatRupees(received)} by bank, cheque and cash`]),
    ...(refunded === 0 ? [] : [`${formatRupees(refunded)} refunded`]),
  ];
  if (captured === 0 && sums.length === 1) return [];
  return [{ text: `Money in: ${sums.join(', ')}`, path: '/studio/payments/payments' }];
}

async function writeBills({ db, now }: LedgerWork, { monday, sunday }: Week): Promise<Line[]> {
  const bills = await billsWithState(db, now())
    .where((is) => is.or([is('due_on', '<=', sunday), is('due_on', 'is', null)]))
    .execute();
  const open = bills
    .filter(({ state }) => billActions.pay.some((one) => one === state))
    .sort((a, b) => findAgeStart(a).localeCompare(findAgeStart(b)));
  const lines = [
    { title: 'Overdue bills', screen: 'owing', found: open.filter((bill) => findAgeStart(bill) < monday) },
    {
      title: 'Bills due this week',
      screen: 'links',
      found: open.filter(({ due_on }) => (due_on ?? '') >= monday),
    },
  ];
  return lines.flatMap(({ title, screen, found }) => {
    const sum = found.reduce((open, { amount, paid }) => open + amount - paid, 0);
    const names = list(
      found.map(({ bill_number, customer_name }) => `${bill_number} ${customer_name ?? ''}`),
    );
    const text = `${title}: ${found.length}, ${formatRupees(sum)} to pay (${names})`;
    return found.length > 0 ? [{ text, path: `/studio/payments/${screen}` }] : [];
  });
}

async function writeRetainers({ db, now }: LedgerWork, { sunday }: Week): Promise<Line[]> {
  const schedule = await readSchedule(db, { until: sunday, today: dayInIndia(now()) });
  const coming = schedule.filter(({ state }) => ['planned', 'due', 'waiting'].includes(state));
  // A sum after an Arabic name would be shown before it.
  const names = coming.map(
    ({ retainer, day, amount }) =>
      `${formatRupees(amount)} on ${dateInIndia(day)} for ${retainer.customer_name}`,
  );
  const text = `Retainers billed this week: ${coming.length} (${list(names)})`;
  return coming.length > 0 ? [{ text, path: '/studio/payments/retainers' }] : [];
}

function writeEndings(ending: EndingContent[], { monday }: Week): Line[] {
  // A rule that has ended already was in an earlier letter.
  return ending
    .filter(({ on }) => on >= monday)
    .map(({ _id, _type, name, on }) => ({
      text: `${name}, last day ${dateInIndia(on)}`,
      path: `/studio${editPath(_id, _type)}`,
    }));
}

async function writeConditions({ db, now }: LedgerWork): Promise<Line[]> {
  const conditions = (await listConditions(db, now())).filter(({ kind }) => kind !== 'content-ends');
  return conditions.map(({ kind, began_at }) => ({
    text: `${describeCondition(kind)?.title ?? kind}, since ${dateInIndia(began_at)}`,
    path: '/studio/start',
  }));
}
