import { expect, test } from 'vitest';
import { findPromises } from '#schemas/find-promises.ts';
import { promiseSentences } from '#schemas/promises.ts';
import { documents } from './seed.ts';

test.each([
  'We always answer the telephone.',
  'Guaranteed results, or your money back.',
  'The only agency in Gurugram that reads every corrigendum.',
  'We rank you first.',
  'We work only with people who like figures.',
  'You only pay for results.',
  'See your market, free of charge',
  'Answers within the working day',
  'We call back in one hour.',
  'A 2-hour response',
  'Call us at any time.',
  'Traffic grew by 40 %.',
  'More than 1,000 clients',
  '3× the enquiries',
  'From ₹15,000 a month',
  'We check twenty words of your trade.',
  'Our team of fifty writes for you.',
  'We read the portals every day.',
  'The best agency for exporters',
  'India’s leading tender consultants',
  'Ranked #1',
  'Unlimited changes, without risk',
])('finds a promise in: %s', (text) => {
  expect(promiseSentences(text)).toEqual([text]);
});

test.each([
  'The first question is about safety.',
  'Only a test can tell.',
  'We answer, not only post.',
  'A bank guarantee and a performance guarantee are asked for.',
  'A calendar with free dates',
  'Tell us what you do best.',
  '10-digit mobile number',
  'Mon-Fri 9 AM-6 PM',
  'Call +91 98765 43210.',
  'Live in {launchTime}, {retention} of clients stay',
  'Six ways to bring in work',
  'At the top of your invoice.',
  '',
])('finds no promise in: %s', (text) => {
  expect(promiseSentences(text)).toEqual([]);
});

test('returns only sentences with a promise that no listed wording covers', () => {
  const text = 'We write it. It is never late! The first opinion is free. Ask us?';
  expect(promiseSentences(text)).toEqual(['It is never late!', 'The first opinion is free.']);
  expect(promiseSentences(text, ['first opinion is FREE'])).toEqual(['It is never late!']);
  expect(promiseSentences('Free of charge, always.', ['free of charge'])).toEqual([
    'Free of charge, always.',
  ]);
});

const settings = (...wordings: string[]) => ({
  _id: 'siteSettings',
  _type: 'siteSettings',
  promises: [{ _type: 'promise', _key: 'a', label: 'We never sleep.', wordings }],
});
const block = {
  _type: 'block',
  _key: 'b',
  children: [
    { _type: 'span', _key: '1', text: 'It is ' },
    { _type: 'span', _key: '2', text: 'never', marks: ['strong'] },
    { _type: 'span', _key: '3', text: ' late.' },
  ],
};
const page = {
  _id: 'page-a',
  _type: 'page',
  slug: { current: 'always' },
  sections: [
    { _type: 'textBlock', _key: 't', heading: 'Always here', body: [block], points: ['Fine', 'Never late'] },
    { _type: 'textBlock', _key: 'u', heading: 'Always with evidence', evidence: { isSample: true } },
    { _type: 'hero', _key: 'p', paper: { title: 'Always an example' } },
    { _type: 'callToAction', _key: 'c', actions: [{ _key: 'd', link: { path: '/never' }, label: 'Always' }] },
  ],
  seo: { description: 'We answer in 2 hours.' },
};

test('finds promises in every text of a document, with the path of the field', () => {
  expect(findPromises([page, settings()]).map(({ path, title }) => [path, title])).toEqual([
    ['sections[_key=="t"].heading', 'Always here'],
    ['sections[_key=="t"].body[_key=="b"]', 'It is never late.'],
    ['sections[_key=="t"].points[1]', 'Never late'],
    ['sections[_key=="c"].actions[_key=="d"].label', 'Always'],
    ['seo.description', 'We answer in 2 hours.'],
  ]);
  expect(findPromises([page, settings('Always', 'never late', 'in 2 hours')])).toEqual([]);
  expect(findPromises([page])[0]).toMatchObject({
    id: 'page-a',
    type: 'page',
    kind: 'Promise',
    state: 'missing',
  });
});

test('every promise of the seed is listed in the settings', () => {
  expect(findPromises(documents).map(({ id, path, title }) => `${id} ${path}: ${title}`)).toEqual([]);
});
