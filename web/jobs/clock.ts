import { sql } from 'kysely';
import type { Settings } from '#settings';
import { day, hour } from '#web/contracts/durations.ts';
import { recordRun } from '#web/database/jobs.ts';
import { moment } from '#web/database/moment.ts';
import type { Database } from '#web/database/tables.ts';
import { timeAtRazorpay } from '#web/payments/razorpay/transport.ts';

/** How far this machine's clock may be ahead of another clock, in milliseconds. */
const tolerance = hour;
/** How long the site may be off before its own clock is no longer trusted: 14 days, in milliseconds. */
const longestGap = 14 * day;
/** The row of `jobs` whose `ran_at` is the last trusted time. */
const trustedTimeJob = 'believed time';

type ClockDependencies = {
  db: Database;
  settings: Pick<Settings, 'databaseUrl' | 'razorpay' | 'razorpayUrl'>;
  now: () => number;
};
type OtherClock = { whose: string; time: number };

/**
 * Returns why the machine's clock cannot be trusted with irreversible work such as erasure; undefined if it can.
 * Compares it with a clock on another machine. If there is none, the ledger's latest time must be recent, unless an
 * administrator confirms the clock (`isClockConfirmed`).
 */
export async function clockProblem(
  { db, settings, now }: ClockDependencies,
  { isClockConfirmed = false, otherClock = readOtherClock } = {},
): Promise<string | undefined> {
  const time = now();
  const other = await otherClock(db, settings);
  const says = `This machine's clock says ${moment(time)}`;
  if (other && time - other.time > tolerance)
    return `${says}, but ${other.whose} clock says ${moment(other.time)}. Nothing is erased. Correct the clock: timedatectl set-ntp true`;
  const last = other || isClockConfirmed ? undefined : await lastTrustedTime(db);
  if (last !== undefined && time - last > longestGap)
    return `${says}, but the ledger was last used on ${moment(last)}. Nothing is erased. If the clock is wrong, correct it: timedatectl set-ntp true. If it is right, confirm it: npm run payments:erase -- --clock-is-right`;
  await recordRun(db, trustedTimeJob, time);
  return undefined;
}

async function lastTrustedTime(db: Database): Promise<number | undefined> {
  const row = await db
    .selectFrom('jobs')
    .select('ran_at')
    .where('name', '=', trustedTimeJob)
    .executeTakeFirst();
  return row?.ran_at ? Date.parse(row.ran_at) : newestInLedger(db);
}

/** Returns the latest time in the ledger's rows, in milliseconds since 1970; undefined for an empty ledger. */
export async function newestInLedger(db: Database): Promise<number | undefined> {
  const { rows } = await sql<{ at: string | null }>`select max(at) as at from (
    select max(ran_at) as at from jobs union all select max(created_at) from orders
    union all select max(recorded_at) from entries union all select max(created_at) from enquiries) known`.execute(
    db,
  );
  return rows[0]?.at ? Date.parse(rows[0].at) : undefined;
}

/** Returns the time of the PostgreSQL server, or else of Razorpay, but not of a local sandbox. */
async function readOtherClock(
  db: Database,
  { databaseUrl, razorpay, razorpayUrl }: ClockDependencies['settings'],
): Promise<OtherClock | undefined> {
  if (databaseUrl && !isLocal(new URL(databaseUrl).hostname)) {
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
    if (rows[0]) return { whose: "the database's", time: rows[0].now.getTime() };
  }
  const time = razorpay && !razorpayUrl ? await timeAtRazorpay() : undefined;
  return time === undefined ? undefined : { whose: "Razorpay's", time };
}

const isLocal = (hostname: string) => /^(|localhost|127\..*|\[::1\])$/.test(hostname);
