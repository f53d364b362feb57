import { evaluate, parse } from 'groq-js';
import { expect, test } from 'vitest';
import {
  byTime,
  calendarItems,
  calendarQuery,
  calendarSchema,
} from '#studio/tools/dashboard/calendar-items.ts';

const release = (name: string, state: string, at: string) => ({
  _id: `_.releases.${name}`,
  _type: 'system.release',
  name,
  state,
  metadata: { title: name, intendedPublishAt: at },
});

const dataset = [
  release('rSingle', 'scheduled', '2026-12-01T20:00:00.000Z'),
  release('rDiwali', 'scheduled', '2026-12-01T03:30:00.000Z'),
  release('rIdea', 'active', '2026-12-03T03:30:00.000Z'),
  release('rDone', 'published', '2026-12-03T03:30:00.000Z'),
  { _id: 'versions.rSingle.article-bids', _type: 'article', title: 'Bids' },
  { _id: 'versions.rDiwali.page-home', _type: 'page', title: 'Home' },
  { _id: 'versions.rDiwali.page-about', _type: 'page', title: 'About' },
  { _id: 'job-writer', _type: 'jobOpening', title: 'Writer', validThrough: '2026-12-04' },
  { _id: 'drafts.job-writer', _type: 'jobOpening', title: 'Writer', validThrough: '2027-12-04' },
  { _id: 'page-fair', _type: 'page', title: 'Fair', end: { at: '2026-12-05T18:30:00Z', redirect: '/' } },
  { _id: 'rule-emd', _type: 'tenderRule', name: 'EMD', until: '2026-12-07' },
  {
    _id: 'person-asha',
    _type: 'person',
    name: 'Asha',
    evidence: { source: 'Contract', date: '2026-01-01', confirmedBy: 'Ravi', validUntil: '2026-12-08' },
  },
];

test('lists what goes out and what ends, by day and time in India', async () => {
  const found: unknown = await (await evaluate(parse(calendarQuery.fetch), { dataset })).get();
  const items = calendarItems(calendarSchema.parse(found)).sort(byTime);
  expect(items.map(({ day, what, title, release }) => [day, what, title, release])).toEqual([
    ['2026-12-01', 'Goes live', 'rDiwali (2 documents)', 'rDiwali'],
    ['2026-12-02', 'Goes live', 'Bids', 'rSingle'],
    ['2026-12-03', 'Planned, but not scheduled', 'rIdea (0 documents)', undefined],
    ['2026-12-04', 'Last day of the job opening', 'Writer', undefined],
    ['2026-12-06', 'The page ends', 'Fair', undefined],
    ['2026-12-07', 'Last day of the tender rule', 'EMD', undefined],
    ['2026-12-08', 'Last day of the proof: person', 'Asha', undefined],
  ]);
  expect(items[1]?.href).toBe('/intent/edit/id=article-bids;type=article/?perspective=rSingle');
});
