/** @module-tag protect */
import { expect, test } from 'vitest';
import {
  changeAmount,
  endRetainer,
  pauseRetainer,
  resumeRetainer,
  skipMonth,
} from '#web/payments/retainers/change-retainer.ts';
import { makeBill, makeDueBills } from '#web/payments/retainers/make-bills.ts';
import { propertySeed } from '../../support/property-seed.ts';
import { seededRandom } from '../../support/random.ts';
import { createRunDatabase } from '../../support/run-database.ts';
import { openRetainerLedger } from './retainer-ledger.ts';
import { asha, noonOf, readOutcome } from './test-ledger.ts';

const house = await openRetainerLedger(await createRunDatabase());
const { other, mortal, kill, clock } = house;

// The test's own calendar, which shares nothing with the product.
const iso = (time: number) => new Date(time).toISOString().slice(0, 10);
const plus = (day: string, days: number) => iso(Date.parse(day) + days * 86_400_000);
const lastDay = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();
const names = 'January February March April May June July August September October November December'.split(
  ' ',
);
/** Months are counted from January of year 0, from 1. */
const fromCount = (count: number) => ({ year: Math.floor((count - 1) / 12), month: ((count - 1) % 12) + 1 });
const text = (count: number) => {
  const { year, month } = fromCount(count);
  return `${year}-${String(month).padStart(2, '0')}`;
};
const dayIn = (count: number, day: number) => {
  const { year, month } = fromCount(count);
  return `${text(count)}-${String(Math.min(day, lastDay(year, month))).padStart(2, '0')}`;
};
const yearOf = (day: string) => {
  const year = Number(day.slice(0, 4)) - (Number(day.slice(5, 7)) < 4 ? 1 : 0);
  return `${year}-${(year + 1) % 100}`;
};

const begin = 2027 * 12 + 11;
const end = begin + 25;

type Known = {
  id: string;
  /** Counted months. */
  first: number;
  last: number;
  day: number;
  due: number;
  numbers: string;
  amounts: Map<number, number>;
  decided: Set<number>;
  paused: string;
  isOver: boolean;
};

test('40 retainers over 26 months: one bill and one e-mail a month, whatever happens', async () => {
  const random = seededRandom(propertySeed);
  clock.at = noonOf(dayIn(begin, 1));
  const series = ['INV-{year}-{number}', 'inv-{year}-{number}', 'INV-2028-29-{number}', 'R/{number}', ''];
  const retainers: Known[] = [];
  for (let index = 0; index < 40; index += 1) {
    clock.at += 1;
    const first = begin + random.int(0, 12);
    const known = {
      first,
      last: random.chance(0.3) ? first + random.int(0, 20) : end + 1,
      day: random.pick([1, 15, 28, 29, 30, 31, random.int(1, 31)]) ?? 1,
      due: random.int(0, 45),
      numbers: series[index % series.length] ?? '',
      amounts: new Map([[first, random.int(100, 100_000_000)]]),
      decided: new Set<number>(),
      paused: '',
      isOver: false,
    };
    const id = await house.set({
      ...{ bill_day: known.day, due_days: known.due, numbers: known.numbers, first_month: text(first) },
      ...{ last_month: known.last > end ? null : text(known.last), amount: known.amounts.get(first) ?? 0 },
    });
    retainers.push({ ...known, id });
  }
  const expected: Record<string, unknown>[] = [];
  const counters = new Map<string, number>();
  const taken = new Set<string>();
  let kills = 0;

  /** Returns the months whose bills are to be made on a day, in the order of their numbers. */
  const due = (today: string) =>
    retainers
      .flatMap((one) => {
        const months = Array.from({ length: one.last - one.first + 1 }, (_, index) => one.first + index);
        const open = one.paused || one.isOver ? [] : months.filter((count) => !one.decided.has(count));
        return open.map((count) => ({ one, count, day: dayIn(count, one.day) }));
      })
      .filter(({ day }) => day <= today)
      .sort((a, b) =>
        a.day === b.day ? retainers.indexOf(a.one) - retainers.indexOf(b.one) : a.day < b.day ? -1 : 1,
      );
  const expectBill = (one: Known, count: number, today: string, number: string) => {
    one.decided.add(count);
    const [, amount] = [...one.amounts].filter(([from]) => from <= count).sort(([a], [b]) => b - a)[0] ?? [];
    expected.push({
      ...{
        retainer_id: one.id,
        month: text(count),
        bill_number: number,
        amount,
        due_on: plus(today, one.due),
      },
      note: `SEO, ${names[fromCount(count).month - 1]} ${fromCount(count).year}`,
      ...{ created_at: new Date(clock.at).toISOString(), mails: [`${one.id}@example.com`] },
    });
  };
  const nextNumber = (pattern: string, today: string) => {
    const form = pattern.replace('{year}', yearOf(today));
    const key = form.toUpperCase();
    let number: string;
    do {
      counters.set(key, (counters.get(key) ?? 0) + 1);
      number = form.replace('{number}', String(counters.get(key)));
    } while (taken.has(number.toUpperCase()));
    taken.add(number.toUpperCase());
    return number;
  };

  const change = async (one: Known, today: string) => {
    const current = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7));
    const what = random.int(0, 4);
    if (what === 0 && !one.paused) {
      one.paused = today;
      await pauseRetainer(other, one.id, asha);
    } else if (one.paused) {
      for (const count of Array.from({ length: one.last - one.first + 1 }, (_, index) => one.first + index))
        if (dayIn(count, one.day) >= one.paused && dayIn(count, one.day) < today) one.decided.add(count);
      one.paused = '';
      await resumeRetainer(other, one.id, asha);
    } else if (what === 1) {
      const count = Math.max(one.first, current + random.int(0, 1));
      const isOpen = !one.decided.has(count) && count <= one.last && dayIn(count, one.day) <= plus(today, 45);
      const about = { id: one.id, month: text(count) };
      expect(await readOutcome(skipMonth(other, about, asha))).toBe(isOpen ? 'done' : 'not-now');
      if (isOpen) one.decided.add(count);
    } else if (what === 2) {
      const from = Math.max(one.first, current) + random.int(0, 3);
      const amount = random.int(100, 100_000_000);
      const isMade = expected.some(
        ({ retainer_id, month }) => retainer_id === one.id && `${month}` >= text(from),
      );
      const isAllowed = (from <= one.last || one.last > end) && !isMade;
      const change = changeAmount(other, { id: one.id, fromMonth: text(from), amount }, asha);
      expect(await readOutcome(change)).toBe(isAllowed ? 'done' : 'not-now');
      if (!isAllowed) return;
      for (const count of one.amounts.keys()) if (count >= from) one.amounts.delete(count);
      one.amounts.set(from, amount);
    } else if (what === 3 && random.chance(0.1)) {
      one.isOver = true;
      await endRetainer(other, one.id, asha);
    }
  };

  let downUntil = '';
  for (let today = dayIn(begin, 1); today <= dayIn(end, 31); today = plus(today, 1)) {
    clock.at = noonOf(today);
    const one = random.pick(retainers);
    if (one && !one.isOver && random.chance(0.3)) await change(one, today);
    if (random.chance(0.05)) {
      // Staff type a number that the series would reach soon.
      const form = `INV-${yearOf(today)}-`;
      const typed = `${form}${(counters.get(`${form}{NUMBER}`) ?? 0) + random.int(1, 3)}`;
      if (!taken.has(typed)) await house.makeBill(100, { bill_number: typed });
      taken.add(typed);
    }
    if (random.chance(0.02)) downUntil = plus(today, 3);
    const open = due(today);
    if (today < downUntil || open.length === 0) continue;
    // The first process may be killed anywhere, and its successor starts at once.
    kill.left = random.chance(0.5) ? random.int(1, 40) : Number.POSITIVE_INFINITY;
    const runs = await Promise.allSettled([
      makeDueBills(mortal),
      random.chance(0.5) ? makeDueBills(other) : null,
    ]);
    if (runs[0].status === 'rejected') kills += 1;
    kill.left = Number.POSITIVE_INFINITY;
    await makeDueBills(other);
    for (const { one, count } of open)
      if (one.numbers) expectBill(one, count, today, nextNumber(one.numbers, today));
    for (const { one, count } of open.filter(({ one }) => !one.numbers)) {
      const by = { billNumber: `T-${one.id}-${text(count)}`, staff: asha };
      const both = [mortal, other].map((who) => makeBill(who, one.id, text(count), by));
      expect((await Promise.all(both)).sort()).toEqual(['made', 'not-due']);
      expectBill(one, count, today, by.billNumber);
    }
  }
  const order = ({ retainer_id, month }: Record<string, unknown>) => `${retainer_id} ${month}`;
  const sort = (bills: Record<string, unknown>[]) => bills.sort((a, b) => (order(a) < order(b) ? -1 : 1));
  expect(kills).toBeGreaterThan(20);
  expect(expected.length).toBeGreaterThan(400);
  expect(sort(await house.bills())).toEqual(sort(expected));
});
