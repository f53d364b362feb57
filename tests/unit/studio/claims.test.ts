import { expect, test } from 'vitest';
import { type Claim, claimState, findClaims } from '#schemas/claims.ts';
import { today } from '#schemas/days.ts';
import { confirmedOnly } from '#web/content/confirmed.ts';
import { documents } from './seed.ts';

const whole = { source: 'Ledger', date: '2026-01-31', confirmedBy: 'Asha Rao' };

test.each<[state: string, evidence: object | null | undefined]>([
  ['confirmed', whole],
  ['confirmed', { ...whole, isSample: false, validUntil: today() }],
  ['expired', { ...whole, validUntil: '2026-02-01' }],
  ['sample', { ...whole, isSample: true }],
  ['missing', { ...whole, source: ' ' }],
  ['missing', { ...whole, date: undefined }],
  ['missing', { ...whole, confirmedBy: null }],
  ['missing', {}],
  ['missing', null],
  ['missing', undefined],
])('evidence is %s: %j', (state, evidence) => {
  expect(claimState(evidence)).toBe(state);
});

test('lists every claim of the seed as a sample, with the path of its evidence', () => {
  const claims = findClaims(documents);
  const kinds = new Set(claims.map(({ kind }) => kind));
  expect([...kinds].sort()).toEqual([
    ...['Bank account', 'Case study', 'Figure', 'Person', 'Price', 'Promise'],
    ...['Success story', 'Testimonial', 'Text'],
  ]);
  expect(claims.length).toBeGreaterThanOrEqual(58);
  expect(claims.filter(({ state }) => state !== 'sample')).toEqual([]);
  expect(claims).toContainEqual<Claim>({
    id: 'siteSettings',
    type: 'siteSettings',
    path: 'figures[_key=="years"].evidence',
    kind: 'Figure',
    title: '27+ years of experience',
    state: 'sample',
  });
});

test('a public response drops unconfirmed claims and the sections that they leave empty', () => {
  const text = { _type: 'textBlock', _key: 'plain', evidence: null };
  const story = (evidence: object | null) => ({
    _type: 'successStories',
    stories: [{ _key: 'a', evidence }],
  });
  expect(confirmedOnly([text, story(null), { ...text, evidence: { isSample: true } }])).toEqual([text]);
  const person = (evidence: object | null) => ({ _type: 'person', name: 'Asha Rao', evidence });
  expect(confirmedOnly({ author: { name: 'Desk', person: person(null) } })).toEqual({
    author: { name: 'Desk', person: null },
  });
  expect(confirmedOnly([{ _type: 'people', people: [person(null)] }])).toEqual([]);
  expect(confirmedOnly({ people: [person(null), person(whole)] })).toEqual({ people: [person(whole)] });
  const price = (evidence: object) => ({ title: 'A bid', price: { inr: 25_000, evidence } });
  expect(confirmedOnly([price({ isSample: true })])).toEqual([{ title: 'A bid', price: null }]);
  expect(confirmedOnly([story(whole)])).toEqual([story(whole)]);
  const guide = (...all: object[]) => ({ _type: 'priceGuide', prices: all.map(price) });
  expect(confirmedOnly({ sections: [guide({}, {}), guide({}, whole)] })).toEqual({
    sections: [{ _type: 'priceGuide', prices: [{ title: 'A bid', price: null }, price(whole)] }],
  });
  expect(confirmedOnly([{ slug: 'work', claims: [{ evidence: {} }] }, { slug: 'x' }])).toEqual([
    { slug: 'x' },
  ]);
  expect(confirmedOnly({ caseStudy: { evidence: null }, page: text })).toEqual({
    caseStudy: null,
    page: text,
  });
});
