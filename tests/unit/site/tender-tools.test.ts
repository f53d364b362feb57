import ICAL from 'ical.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { pageTypes } from '#schemas/paths.ts';
import type { ContentAtPathQueryResult } from '#web/content/types.generated.ts';
import { shareOf } from '#web/contracts/money.ts';
import { contentAtPathQuery } from '#web/documents/index.ts';
import { calendarOf } from '#web/sections/tender-tool/calendar.ts';
import { readInput } from '#web/sections/tender-tool/input-schemas.ts';
import { evaluateTool } from '#web/sections/tender-tool/results.tsx';
import type { TenderRule, Tool } from '#web/sections/tender-tool/rules.ts';
import { querySeed } from '../studio/seed.ts';

const rulesOf: Record<Tool['tool'], TenderRule[]> = { deposits: [], papers: [], eligibility: [] };

beforeAll(async () => {
  for (const slug of ['tender-deposits', 'tender-papers', 'tender-eligibility']) {
    const slugs = Object.fromEntries(pageTypes.map((type): [string, string] => [type, '']));
    const found: ContentAtPathQueryResult = JSON.parse(
      JSON.stringify(await querySeed(contentAtPathQuery, { ...slugs, page: slug })),
    );
    const tool = found.page?.sections.find((section) => section._type === 'tenderTool');
    if (tool?._type === 'tenderTool') rulesOf[tool.tool] = tool.rules.flatMap((rule) => rule ?? []);
  }
});

/** Returns midday in India on a day. */
const at = (day: string) => Date.parse(`${day}T06:30:00Z`);
const today = '2026-12-01';
/** A day after the end of all rules in the seed, and the last day of these rules. */
const after = '2027-04-01';
const lastDay = '2027-03-31';

/** Converts rupees, as written in this file, to paise. */
const rupees = (text: string) =>
  Number(text.replaceAll(',', '').replace(/\.(\d\d)$/, '$1')) * (text.includes('.') ? 1 : 100);
const span = (low: string, high: string) => `${rupees(low)}-${rupees(high)}`;

/**
 * Calculated by hand from the rules: bid security is 2 to 5 % of the value, performance security 3 to 5 % of the price,
 * rounded half up to a paisa. Kind, buyer and bidder are given by their first letters.
 */
const deposits: [
  typed: string,
  value: string,
  price: string,
  bid: string,
  performance: string,
  day?: string,
][] = [
  // 25,00,000: 2 % is 50,000; 5 % is 1,25,000; 3 % is 75,000.
  ['goods central other', '25,00,000', '', span('50,000', '1,25,000'), span('75,000', '1,25,000')],
  ['goods gem other', '25,00,000', '', span('50,000', '1,25,000'), span('75,000', '1,25,000')],
  ['services central other', '25,00,000', '', span('50,000', '1,25,000'), span('75,000', '1,25,000')],
  // Performance security is a share of the price: 3 % of 24,00,000 is 72,000, 5 % is 1,20,000.
  ['goods central other', '25,00,000', '24,00,000', span('50,000', '1,25,000'), span('72,000', '1,20,000')],
  // Exempt from bid security, but never from performance security.
  ['goods central mse', '25,00,000', '', 'exempt', span('75,000', '1,25,000')],
  ['services gem mse', '25,00,000', '', 'exempt', span('75,000', '1,25,000')],
  ['goods gem startup', '25,00,000', '', 'exempt', span('75,000', '1,25,000')],
  ['services central startup', '10,00,000', '', 'exempt', span('30,000', '50,000')],
  // Works: the exemptions and the range of rule 171 cover only goods and services.
  ['works central other', '1,00,00,000', '', span('2,00,000', '5,00,000'), 'none'],
  ['works central mse', '1,00,00,000', '', span('2,00,000', '5,00,000'), 'none'],
  ['works gem startup', '1,00,00,000', '', span('2,00,000', '5,00,000'), 'none'],
  // Consultancy: rule 171 covers it, rule 170 does not.
  ['consultancy central other', '40,00,000', '', 'none', span('1,20,000', '2,00,000')],
  ['consultancy gem mse', '40,00,000', '', 'none', span('1,20,000', '2,00,000')],
  // Other buyers have their own rules.
  ['goods state other', '25,00,000', '', 'none', 'none'],
  ['works state mse', '25,00,000', '', 'none', 'none'],
  ['works railways other', '25,00,000', '', 'none', 'none'],
  ['goods gulf other', '25,00,000', '', 'none', 'none'],
  // 12,34,567: 2 % is 24,691.34, 5 % is 61,728.35, 3 % is 37,037.01.
  ['goods central other', '12,34,567', '', span('24,691.34', '61,728.35'), span('37,037.01', '61,728.35')],
  // 0.25: 2 % is half a paisa, up to 0.01; 5 % is 1.25 paise, 0.01; 3 % is 0.75 paise, 0.01.
  ['goods central other', '0.25', '', span('0.01', '0.01'), span('0.01', '0.01')],
  // 0.24: 2 % is 0.48 paise, nothing; 5 % is 1.2 paise; 3 % is 0.72 paise.
  ['goods central other', '0.24', '', span('0.00', '0.01'), span('0.01', '0.01')],
  ['goods central other', '1', '', span('0.02', '0.05'), span('0.03', '0.05')],
  // The largest: 1,000 crore; 2 % is 20 crore, 3 % 30 crore, 5 % 50 crore.
  [
    'goods central other',
    '1000 crore',
    '',
    span('20,00,00,000', '50,00,00,000'),
    span('30,00,00,000', '50,00,00,000'),
  ],
  // 2.55 crore is 2,55,00,000: 2 % is 5,10,000; 5 % is 12,75,000; 3 % is 7,65,000.
  ['goods central other', '2.55 crore', '', span('5,10,000', '12,75,000'), span('7,65,000', '12,75,000')],
  // The rules apply on their last day. The day after, there is no figure.
  ['goods central other', '25,00,000', '', span('50,000', '1,25,000'), span('75,000', '1,25,000'), lastDay],
  ['goods central other', '25,00,000', '', 'ended', 'ended', after],
  ['goods central mse', '25,00,000', '', 'ended', 'ended', after],
  ['goods state other', '25,00,000', '', 'none', 'none', after],
];

test.each(deposits)(
  'deposits of %s on %s with a price of "%s": %s and %s',
  (typed, value, price, bid, performance, day = today) => {
    const [kind = '', buyer = '', bidder = ''] = typed.split(' ');
    const found = evaluateTool('deposits', rulesOf.deposits, { kind, buyer, bidder, value, price }, at(day));
    if (!('deposits' in found)) throw new Error(JSON.stringify(found));
    expect(found.deposits.map((one) => (one.state === 'due' ? `${one.low}-${one.high}` : one.state))).toEqual(
      [bid, performance],
    );
  },
);

test('an expired exemption exempts nobody, and is named', () => {
  const rules = rulesOf.deposits.map((rule) =>
    rule.use === 'exemption' ? { ...rule, until: '2026-11-30' } : rule,
  );
  const typed = { kind: 'goods', buyer: 'central', bidder: 'mse', value: '1,00,000', price: '' };
  const found = evaluateTool('deposits', rules, typed, at(today));
  expect(found).toMatchObject({
    deposits: [
      { state: 'due', low: 200_000, high: 500_000, expiredExemption: { until: '2026-11-30' } },
      { state: 'due' },
    ],
  });
});

test('a rule that follows an expired one replaces it', () => {
  const [old] = rulesOf.deposits;
  if (!old) throw new Error('The seed has no rules.');
  const rules = [
    { ...old, until: '2026-11-30' },
    { ...old, low: 1, high: 2 },
  ];
  const typed = { kind: 'goods', buyer: 'central', bidder: 'other', value: '1,00,000', price: '' };
  expect(evaluateTool('deposits', rules, typed, at(today))).toMatchObject({
    deposits: [{ state: 'due', low: 100_000, high: 200_000 }, { state: 'none' }],
  });
});

const short = (rule: TenderRule) => rule._id.replace(/^tenderRule-(?:q-)?/, '');

/** Start days for a bid that closes on 31 January 2027 at 15:00, counted back by hand. */
const papers: [typed: string, begin: Record<string, string>][] = [
  [
    'goods gem mse',
    {
      experience: '2027-01-17',
      maf: '2027-01-17',
      accounts: '2027-01-21',
      power: '2027-01-23',
      'gem-profile': '2027-01-24',
      tax: '2027-01-24',
      security: '2027-01-24',
      udyam: '2027-01-26',
      'local-content': '2027-01-27',
      declarations: '2027-01-27',
      price: '2027-01-28',
      upload: '2027-01-29',
    },
  ],
  [
    'works railways other',
    {
      ireps: '2027-01-17',
      experience: '2027-01-17',
      solvency: '2027-01-17',
      dsc: '2027-01-21',
      accounts: '2027-01-21',
      power: '2027-01-23',
      tax: '2027-01-24',
      security: '2027-01-24',
      method: '2027-01-24',
      labour: '2027-01-24',
      'local-content': '2027-01-27',
      declarations: '2027-01-27',
      price: '2027-01-28',
      upload: '2027-01-29',
    },
  ],
  [
    'consultancy state startup',
    {
      experience: '2027-01-17',
      cvs: '2027-01-19',
      dsc: '2027-01-21',
      accounts: '2027-01-21',
      power: '2027-01-23',
      portal: '2027-01-24',
      tax: '2027-01-24',
      dpiit: '2027-01-26',
      declarations: '2027-01-27',
      price: '2027-01-28',
      upload: '2027-01-29',
    },
  ],
  [
    'services gulf other',
    {
      'gulf-licence': '2026-12-17',
      'gulf-attested': '2027-01-01',
      experience: '2027-01-17',
      'gulf-bond': '2027-01-17',
      accounts: '2027-01-21',
      power: '2027-01-23',
      price: '2027-01-28',
      upload: '2027-01-29',
    },
  ],
];

const bid = (typed: string, more: Record<string, string> = {}) => {
  const [kind = '', buyer = '', bidder = ''] = typed.split(' ');
  return { kind, buyer, bidder, closing: '2027-01-31', time: '15:00', reference: '', ...more };
};

test.each(papers)('papers of %s', (typed, begin) => {
  const found = evaluateTool('papers', rulesOf.papers, bid(typed), at(today));
  if (!('papers' in found)) throw new Error(JSON.stringify(found));
  expect(Object.fromEntries(found.papers.map((paper) => [short(paper.rule), paper.begin]))).toEqual(begin);
  expect(found.papers.map((paper) => paper.begin)).toEqual(Object.values(begin).toSorted());
  expect(found.closes).toBe(Date.parse('2027-01-31T09:30:00Z'));
});

test.each([
  // Across a month of 28 days, one of 29, and the end of a year.
  ['2027-03-10', 14, '2027-02-24'],
  ['2028-03-10', 14, '2028-02-25'],
  ['2027-01-05', 14, '2026-12-22'],
])('for a bid that closes on %s, a document that takes %i days starts on %s', (closing, days, begin) => {
  const rules = rulesOf.papers
    .filter((rule) => rule.days === days)
    .map((rule) => ({ ...rule, until: '2099-01-01' }));
  const found = evaluateTool('papers', rules, bid('goods central other', { closing }), at(today));
  expect(found).toMatchObject({ papers: [{ begin }, { begin }] });
});

test('a missed start is late, and an expired rule has no day', () => {
  const typed = bid('goods gem other', { closing: '2027-04-03' });
  const found = evaluateTool('papers', rulesOf.papers, typed, at(lastDay));
  if (!('papers' in found)) throw new Error(JSON.stringify(found));
  expect(found.papers.filter(({ isLate }) => isLate).map(({ rule }) => short(rule))).not.toContain('price');
  expect(found.papers.find(({ rule }) => short(rule) === 'upload')).toMatchObject({
    begin: '2027-04-01',
    isLate: false,
  });
  expect(found.papers.find(({ rule }) => short(rule) === 'maf')).toMatchObject({
    begin: '2027-03-20',
    isLate: true,
  });
  const ended = evaluateTool('papers', rulesOf.papers, typed, at(after));
  if (!('papers' in ended)) throw new Error(JSON.stringify(ended));
  expect(ended.papers.map(({ begin }) => begin)).toEqual(ended.papers.map(() => undefined));
});

const right = {
  debarred: 'no',
  border: 'no',
  turnover: 'yes',
  experience: 'yes',
  local: 'yes',
  registered: 'yes',
  taxes: 'yes',
};

/** Differences from the right answers, and the expected result. */
const eligible: [
  typed: string,
  wrong: Record<string, string>,
  verdict: string,
  points: Record<string, string>,
  day?: string,
][] = [
  ['goods central other', {}, 'can', {}],
  ['works gulf other', {}, 'can', {}],
  ['goods central other', { debarred: 'yes' }, 'cannot', { debarred: 'failed' }],
  ['goods gulf other', { debarred: 'yes' }, 'cannot', { debarred: 'failed' }],
  ['goods central other', { border: 'yes' }, 'cannot', { border: 'failed' }],
  // Land border and local content do not apply to a buyer in the Gulf.
  ['goods gulf other', { border: 'yes', local: 'no' }, 'can', {}],
  ['goods central other', { local: 'no' }, 'cannot', { local: 'failed' }],
  ['goods state other', { local: 'no' }, 'can', {}],
  ['goods central other', { turnover: 'no' }, 'cannot', { turnover: 'failed' }],
  ['goods central mse', { turnover: 'no' }, 'fix', { turnover: 'relaxed' }],
  ['services gem startup', { experience: 'no' }, 'fix', { experience: 'relaxed' }],
  ['goods gem mse', { turnover: 'no', local: 'no' }, 'cannot', { turnover: 'relaxed', local: 'failed' }],
  ['goods central other', { experience: 'unsure' }, 'fix', { experience: 'open' }],
  ['goods central other', { debarred: 'unsure' }, 'fix', { debarred: 'open' }],
  ['goods central other', { registered: 'no' }, 'fix', { registered: 'open' }],
  [
    'goods central other',
    { taxes: 'no', registered: 'unsure' },
    'fix',
    { taxes: 'open', registered: 'open' },
  ],
  [
    'goods central other',
    { registered: 'no', debarred: 'yes' },
    'cannot',
    { registered: 'open', debarred: 'failed' },
  ],
  ['goods state other', {}, 'can', {}, lastDay],
  [
    'goods state other',
    { debarred: 'yes' },
    'fix',
    {
      debarred: 'ended',
      border: 'ended',
      turnover: 'ended',
      experience: 'ended',
      registered: 'ended',
      taxes: 'ended',
    },
    after,
  ],
];

test.each(eligible)('%s with %o: %s', (typed, wrong, verdict, points, day = today) => {
  const [kind = '', buyer = '', bidder = ''] = typed.split(' ');
  const answers = Object.fromEntries(
    Object.entries({ ...right, ...wrong }).map(([id, one]) => [`tenderRule-q-${id}`, one]),
  );
  const found = evaluateTool(
    'eligibility',
    rulesOf.eligibility,
    { kind, buyer, bidder, ...answers },
    at(day),
  );
  if (!('verdict' in found)) throw new Error(JSON.stringify(found));
  expect(found.verdict).toBe(verdict);
  const unmet = found.points
    .filter(({ state }) => state !== 'met')
    .map(({ rule, state }) => [short(rule), state]);
  expect(Object.fromEntries(unmet)).toEqual(points);
});

test('at least fifty cases are calculated by hand, for ten questions', () => {
  expect(deposits.length + papers.length + eligible.length).toBeGreaterThanOrEqual(50);
  expect(rulesOf.eligibility.length + 3).toBe(10);
});

describe('form input', () => {
  test('is shortened and has no control characters', () => {
    const typed = readInput({ a: ` x\r\ny\u0000${'z'.repeat(200)}`, __proto__: 'p' }, ['a', 'b']);
    expect(typed).toEqual({ a: `x y ${'z'.repeat(76)}`, b: '' });
  });

  test.each<[Tool['tool'], Record<string, string>, string[]]>([
    ['deposits', { value: '', price: '' }, ['kind', 'buyer', 'bidder', 'value']],
    [
      'deposits',
      { kind: 'toString', buyer: 'gem', bidder: 'mse', value: '1', price: 'x' },
      ['kind', 'price'],
    ],
    ['papers', bid('goods gem mse', { closing: '2027-02-30' }), ['closing']],
    ['papers', bid('goods gem mse', { closing: '0000-00-00', time: '24:00' }), ['closing', 'time']],
    ['papers', bid('goods gem mse', { closing: '2026-12-01', time: '11:59' }), ['closing']],
    ['papers', bid('goods gem mse', { closing: '2029-01-01' }), ['closing']],
    [
      'eligibility',
      { kind: 'goods', buyer: 'gem', bidder: 'mse' },
      Object.keys(right).map((id) => `tenderRule-q-${id}`),
    ],
  ])('for %s with %o is refused with errors at %o', (tool, typed, names) => {
    const found = evaluateTool(tool, rulesOf[tool], typed, at(today));
    if (!('problems' in found)) throw new Error(JSON.stringify(found));
    expect([...found.problems.keys()]).toEqual(names);
    for (const message of found.problems.values())
      expect(message).toMatch(/^(Choose|Enter|Answer|The closing)/);
  });

  test('a bid that closes later today still gets its documents', () => {
    const typed = bid('goods gem mse', { closing: '2026-12-01', time: '12:01' });
    expect(evaluateTool('papers', rulesOf.papers, typed, at(today))).toHaveProperty('papers');
  });
});

test('a percentage is rounded half up to a paisa', () => {
  expect(shareOf(25, 2)).toBe(1);
  expect(shareOf(24, 2)).toBe(0);
  expect(shareOf(100, 0.29)).toBe(0);
  expect(shareOf(10_000, 0.29)).toBe(29);
  expect(shareOf(1_000_000_000_000, 100)).toBe(1_000_000_000_000);
});

describe('the calendar file', () => {
  const make = (more: Record<string, string> = {}, now = at(today)) => {
    const typed = bid('goods gem mse', more);
    const found = evaluateTool('papers', rulesOf.papers, typed, now);
    if (!('papers' in found)) throw new Error(JSON.stringify(found));
    const dates = {
      closingText: 'Bid closes; a, b\\c',
      host: 'www.example.com',
      reference: typed.reference ?? '',
    };
    return calendarOf({ ...found, ...dates, now });
  };
  const entries = (text: string) =>
    new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((one) => ({
      uid: String(one.getFirstPropertyValue('uid')),
      stamp: String(one.getFirstPropertyValue('dtstamp')),
      start: String(one.getFirstPropertyValue('dtstart')),
      summary: String(one.getFirstPropertyValue('summary')),
      alarms: one
        .getAllSubcomponents('valarm')
        .map((alarm) => String(alarm.getFirstPropertyValue('trigger'))),
    }));

  test('has a day for each document and the closing time, with alarms', () => {
    const all = entries(make({ reference: 'GEM/2027/B/१२३' }));
    expect(all).toHaveLength(13);
    expect(all[0]).toMatchObject({
      stamp: '2026-12-01T06:30:00Z',
      start: '2027-01-17',
      summary: expect.stringMatching(/ \(GEM\/2027\/B\/१२३\)$/),
      alarms: ['-PT15H'],
    });
    expect(all.at(-1)).toMatchObject({
      start: '2027-01-31T09:30:00Z',
      summary: 'Bid closes; a, b\\c (GEM/2027/B/१२३)',
      alarms: ['-P1D', '-PT2H'],
    });
  });

  test('folds lines at 75 bytes between characters, in any script', () => {
    const text = make({ reference: 'निविदा '.repeat(11) });
    expect(text).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\nPRODID:/);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    for (const line of text.split('\r\n')) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(line).not.toContain('\ufffd');
    }
    expect(text).toContain('Bid closes\\; a\\, b\\\\c');
  });

  test('gives an entry the same UID each time, so that a changed date moves it', () => {
    const ids = (text: string) => entries(text).map(({ uid }) => uid);
    const first = ids(make({ reference: 'T-1' }));
    expect(ids(make({ reference: 'T-1', closing: '2027-02-15' }, at('2026-12-05')))).toEqual(first);
    expect(ids(make({ reference: 'T-2' }))).not.toContain(first[0]);
    expect(new Set(first).size).toBe(13);
    expect(ids(make())).toEqual(ids(make()));
    expect(ids(make({ closing: '2027-02-15' }))).not.toContain(ids(make())[0]);
  });

  test('has no entry for an expired rule', () => {
    expect(entries(make({ closing: '2027-05-01' }, at(after))).map(({ start }) => start)).toEqual([
      '2027-05-01T09:30:00Z',
    ]);
  });
});
