import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { createSchema, pathToString } from 'sanity';
import { describe, expect, test } from 'vitest';
import { daysFromToday, formatDay } from '#schemas/days.ts';
import { schemaTypes } from '#schemas/index.ts';
import { endingRules, unconfirmedRules } from '#studio/content/tender-rules.ts';
import { pairVersions } from '#studio/tools/dashboard/content.ts';
import { entriesOf, findEntries } from '#studio/tools/dashboard/search.ts';
import { documents } from './seed.ts';

const schema = createSchema({ name: 'test', types: schemaTypes });

describe('search of the start page', () => {
  const entries = entriesOf(pairVersions(documents), schema);
  test.each([
    ['phone number', 'siteSettings phone'],
    ['headline', 'page-home sections[_key=="hero"].heading'],
    ['menu', 'siteSettings mainNavigation'],
    ['We check our own bills', 'page-about sections[_key=="hero"].heading'],
    ['750+ businesses scaled', 'page-home sections[_key=="hero"].figures[_key=="businesses"]'],
    ['refund polcy', 'policy-refund-policy title'],
    ['refund pollicy', 'policy-refund-policy title'],
    [
      'your written cancellation',
      'policy-refund-policy sections[_key=="cancelling-a-project"].body[_key=="text"].children[_key=="span"]',
    ],
    ['building and floor', 'siteSettings offices[_key=="gurugram"].addressLines[0]'],
  ])('“%s” leads to %s', (typed, place) => {
    const [first] = findEntries(entries, typed, 8);
    expect(first && `${first.id} ${pathToString(first.path)}`).toBe(place);
  });

  test('says nothing of what is nowhere', () => {
    expect(findEntries(entries, 'quicksilver', 8)).toEqual([]);
    expect(findEntries(entries, ' ', 8)).toEqual([]);
  });
});

describe('tender rules to check', () => {
  const rule = (until: string, toCheck?: string) => ({
    _id: `rule-${until}`,
    _type: 'tenderRule',
    name: 'A rule',
    source: 'GFR 2017, rule 1',
    until,
    toCheck,
  });
  const href = (...parts: string[]) => parts.join(' ');

  test('appear from two weeks before their end, with what to check', () => {
    const days = [-1, 0, 14, 15].map(daysFromToday);
    const rows = endingRules(
      days.map((until) => rule(until, 'Is it still so?')),
      href,
    );
    expect(rows.map(({ badge, detail }) => [badge?.text, badge?.tone, detail])).toEqual([
      [`Ended on ${formatDay(days[0] ?? '')}`, 'critical', 'Is it still so? Source: GFR 2017, rule 1'],
      [`Ends on ${formatDay(days[1] ?? '')}`, 'caution', 'Is it still so? Source: GFR 2017, rule 1'],
      [`Ends on ${formatDay(days[2] ?? '')}`, 'caution', 'Is it still so? Source: GFR 2017, rule 1'],
    ]);
    expect(rows[0]?.href).toBe(`rule-${days[0]} tenderRule until`);
  });

  test('are unconfirmed while something is left to check', () => {
    const rows = unconfirmedRules([rule('2099-01-01', 'Caution money?'), rule('2099-01-02')], href);
    expect(rows.map(({ detail }) => detail)).toEqual(['Caution money? Source: GFR 2017, rule 1']);
  });
});

describe('the handbook', () => {
  const folder = path.resolve('docs/handbook');
  const pages = readdirSync(folder).filter((file) => file.endsWith('.md'));
  const texts = pages.map((file) => readFileSync(path.join(folder, file), 'utf8'));
  const named = (pattern: RegExp) =>
    texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name));

  test('shows every stored picture with a description, each at most 60 kB', () => {
    const shown = named(/!\[[^\]]{10,}\]\(pictures\/([^)]+)\)/g);
    expect(shown.toSorted()).toEqual(readdirSync(path.join(folder, 'pictures')).toSorted());
    for (const name of shown)
      expect(statSync(path.join(folder, 'pictures', name)).size, name).toBeLessThanOrEqual(60_000);
  });
});
