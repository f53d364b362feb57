import { evaluate, parse } from 'groq-js';
import { expect, test } from 'vitest';
import { findClaims } from '#schemas/claims.ts';
import { daysFromToday } from '#schemas/days.ts';
import { comingItems, datedQuery, datedSchema } from '#studio/tools/dashboard/coming-up.ts';

/** A time in India, some days from today. */
const at = (days: number, time: string) => new Date(`${daysFromToday(days)}T${time}+05:30`).toISOString();

const release = (name: string, state: string, intendedPublishAt: string) => ({
  _id: `_.releases.${name}`,
  _type: 'system.release',
  name,
  state,
  metadata: { title: name, intendedPublishAt },
});

const proof = { source: 'Contract', date: '2026-01-01', confirmedBy: 'Ravi' };
const dataset = [
  release('rSingle', 'scheduled', at(2, '01:30')),
  release('rDiwali', 'scheduled', at(1, '09:00')),
  release('rIdea', 'active', at(3, '09:00')),
  release('rDone', 'published', at(3, '09:00')),
  release('rPast', 'active', at(-1, '09:00')),
  release('rLater', 'scheduled', at(91, '09:00')),
  { _id: 'versions.rSingle.article-bids', _type: 'article', title: 'Bids' },
  { _id: 'versions.rDiwali.page-home', _type: 'page', title: 'Home' },
  { _id: 'versions.rDiwali.page-about', _type: 'page', title: 'About' },
  { _id: 'job-writer', _type: 'jobOpening', title: 'Writer', validThrough: daysFromToday(4) },
  { _id: 'drafts.job-writer', _type: 'jobOpening', title: 'Writer', validThrough: daysFromToday(5) },
  { _id: 'page-fair', _type: 'page', title: 'Fair', end: { at: at(6, '00:00'), redirect: '/' } },
  { _id: 'rule-emd', _type: 'tenderRule', name: 'EMD', until: daysFromToday(90) },
  { _id: 'rule-old', _type: 'tenderRule', name: 'Old', until: daysFromToday(-1) },
];
const person = { _id: 'person-asha', _type: 'person', name: 'Asha' };
const claims = findClaims([{ ...person, evidence: { ...proof, validUntil: daysFromToday(8) } }]);
const link = {
  id: 'b1',
  bill_number: 'A-1',
  customer_name: 'Rao Mills',
  expires_at: at(10, '00:00'),
};

test('lists what goes out and what ends in the next 90 days, by day and time in India', async () => {
  const found: unknown = await (await evaluate(parse(datedQuery), { dataset })).get();
  const items = comingItems(datedSchema.parse(found), claims, [link]);
  expect(items.map(({ day, what, title }) => [day, what, title])).toEqual([
    [daysFromToday(1), 'Goes live', 'rDiwali (2 documents)'],
    [daysFromToday(2), 'Goes live', 'Bids'],
    [daysFromToday(3), 'Planned, but not scheduled', 'rIdea (0 documents)'],
    [daysFromToday(4), 'Last day of the job opening', 'Writer'],
    [daysFromToday(6), 'The page ends', 'Fair'],
    [daysFromToday(8), 'Last day of the proof: person', 'Asha'],
    [daysFromToday(9), 'Last day of the payment link', 'Bill A-1 Rao Mills'],
    [daysFromToday(90), 'Last day of the tender rule', 'EMD'],
  ]);
  expect(items[1]?.href).toBe('/intent/edit/id=article-bids;type=article/?perspective=rSingle');
});
