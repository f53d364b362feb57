import ICAL from 'ical.js';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { bidderTitles, buyerTitles, kindTitles } from '#schemas/tender-choices.ts';
import { minute } from '#web/contracts/durations.ts';
import { computeShare } from '#web/contracts/money.ts';
import { writeCalendar } from '#web/sections/tender-tool/calendar.ts';
import { readInput } from '#web/sections/tender-tool/input-schemas.ts';
import { evaluateTool, type ToolResult, ToolResults } from '#web/sections/tender-tool/results.tsx';
import { type Answer, eligibility, type TenderRule, type Tool } from '#web/sections/tender-tool/rules.ts';
import { TenderTool } from '#web/sections/tender-tool/tender-tool.tsx';
import { contentAt, seededSite } from '../seo/fixture.ts';

const rulesOf: Record<Tool['tool'], TenderRule[]> = { deposits: [], papers: [], eligibility: [] };
const sections = new Map<string, Tool>();

beforeAll(async () => {
  for (const slug of ['tender-deposits', 'tender-papers', 'tender-eligibility']) {
    const { page } = await contentAt('page', slug);
    const tool = page?.sections.find((section) => section._type === 'tenderTool');
    if (tool?._type !== 'tenderTool') continue;
    sections.set(tool.tool, tool);
    rulesOf[tool.tool] = tool.rules.flatMap((rule) => rule ?? []);
  }
});

const short = (rule: TenderRule) => rule._id.replace(/^tenderRule-(?:q-)?/, '');

/** Returns midday in India on a day. */
const at = (day: string) => Date.parse(`${day}T06:30:00Z`);
const today = '2026-12-01';
/** A day after the end of all rules in the seed. */
const after = '2028-01-01';

/** Converts rupees, as written in this file, to paise. */
const rupees = (text: string) =>
  Number(text.replaceAll(',', '').replace(/\.(\d\d)$/, '$1')) * (text.includes('.') ? 1 : 100);

/** Reads a table with a case on each line, columns between bars and comments after a hash. */
const casesOf = (table: string) =>
  table
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('|').map((column) => column.trim()));
/** Reads `a: b, c: d`. */
const pairsIn = (text: string) =>
  Object.fromEntries(text.split(', ').flatMap((pair) => (pair ? [pair.split(': ')] : [])));
const tenderOf = (typed: string) => {
  const [kind = '', buyer = '', bidder = ''] = typed.split(' ');
  return { kind, buyer, bidder };
};

/** Returns the visible text of a result. */
function textOf(tool: Tool['tool'], result: ToolResult): string {
  const section = sections.get(tool);
  if (!section || 'problems' in result) throw new Error(JSON.stringify(result));
  const props = { result, section, lines: [], query: {}, children: null };
  return renderToStaticMarkup(createElement(ToolResults, props)).replaceAll(/<[^>]+>/g, ' ');
}

/** Words of an answer that promises too much. */
const unconditional = /\byou can bid\b|nothing to pay|would be rejected|you are (?:exempt|eligible)/i;

/** Checks what every answer must say and must not say, and that the right notice stands at its top. */
function checkAnswer(tool: Tool['tool'], buyer: string, result: ToolResult, day: string) {
  const text = textOf(tool, result);
  expect(text).toContain('The tender document decides.');
  expect(text).not.toMatch(unconditional);
  if (buyer === 'gulf') expect(text).not.toMatch(/GFR|DPIIT|GeM|Udyam/);
  const byHand = ['state', 'psu', 'railways', 'gulf'].includes(buyer) && day < after;
  const part = tool === 'deposits' || buyer === 'gulf' ? '' : '-general';
  if (!('notices' in result)) throw new Error(JSON.stringify(result));
  expect(result.notices.map(short)).toEqual(byHand ? [`notice-${buyer}${part}`] : []);
  for (const { exceptions, text: covered } of 'deposits' in result ? rulesOf.deposits : [])
    if (exceptions && covered && text.includes(exceptions))
      expect(text.indexOf(exceptions)).toBeLessThan(text.indexOf(covered));
}

/**
 * Calculated by hand from the rules: bid security is 2 to 5 % of the value, performance security 3 to 5 % of the price,
 * rounded half up to a paisa. `none`: no rule is known, so the answer sends the visitor to the agency.
 * Columns: tender, value, price, bid security, performance security, day.
 */
const deposits = casesOf(`
  # 25,00,000: 2 % is 50,000; 5 % is 1,25,000; 3 % is 75,000.
  goods central other    | 25,00,000   |           | 50,000-1,25,000       | 75,000-1,25,000
  # Performance security is a share of the price: 3 % of 24,00,000 is 72,000, 5 % is 1,20,000.
  goods central other    | 25,00,000   | 24,00,000 | 50,000-1,25,000       | 72,000-1,20,000
  # Exempt from bid security, but never from performance security.
  goods central mse      | 25,00,000   |           | exempt                | 75,000-1,25,000
  services gem mse       | 25,00,000   |           | exempt                | 75,000-1,25,000
  services central startup | 10,00,000 |           | exempt                | 30,000-50,000
  # A trader is not exempt, with Udyam or without.
  goods central trader   | 25,00,000   |           | 50,000-1,25,000       | 75,000-1,25,000
  # Works: nobody is exempt, and no rule has a percentage for the performance security.
  works central other    | 1,00,00,000 |           | 2,00,000-5,00,000     | stated
  works central mse      | 1,00,00,000 |           | 2,00,000-5,00,000     | stated
  # Consultancy: rule 171 covers it, rule 170 does not.
  consultancy central other | 40,00,000 |          | none                  | 1,20,000-2,00,000
  # Other buyers have rules of their own. They need no amount, and one that is typed is not read.
  goods state other      |             |           | none                  | none
  goods state mse        | x           | y         | none                  | none
  works railways mse     |             |           | none                  | none
  # The order for small enterprises binds public companies and the railways too.
  goods railways mse     |             |           | exempt                | none
  services psu mse       |             |           | exempt                | none
  goods gulf other       |             |           | none                  | none
  # 12,34,567: 2 % is 24,691.34, 5 % is 61,728.35, 3 % is 37,037.01.
  goods central other    | 12,34,567   |           | 24,691.34-61,728.35   | 37,037.01-61,728.35
  # 0.25: 2 % is half a paisa, up to 0.01; 5 % is 1.25 paise, 0.01; 3 % is 0.75 paise, 0.01.
  goods central other    | 0.25        |           | 0.01-0.01             | 0.01-0.01
  # 0.24: 2 % is 0.48 paise, nothing; 5 % is 1.2 paise; 3 % is 0.72 paise.
  goods central other    | 0.24        |           | 0.00-0.01             | 0.01-0.01
  # The largest: 1,000 crore; 2 % is 20 crore, 3 % 30 crore, 5 % 50 crore.
  goods central other    | 1000 crore  |           | 20,00,00,000-50,00,00,000 | 30,00,00,000-50,00,00,000
  # 2.55 crore is 2,55,00,000: 2 % is 5,10,000; 5 % is 12,75,000; 3 % is 7,65,000.
  goods central other    | 2.55 crore  |           | 5,10,000-12,75,000    | 7,65,000-12,75,000
  # A rule applies on its last day. The day after, there is no figure; rules end one after the other.
  goods central other    | 25,00,000   |           | 50,000-1,25,000       | 75,000-1,25,000 | 2027-09-30
  goods central other    | 25,00,000   |           | ended                 | 75,000-1,25,000 | 2027-10-01
  goods central mse      | 25,00,000   |           | exempt                | 75,000-1,25,000 | 2027-08-31
  goods central mse      | 25,00,000   |           | 50,000-1,25,000       | 75,000-1,25,000 | 2027-09-01
  goods central other    | 25,00,000   |           | ended                 | ended           | ${after}
  goods state other      |             |           | none                  | none            | ${after}
`);

test.each(deposits)(
  'deposits of %s on %s with a price of "%s": %s and %s',
  (typed = '', value = '', price = '', bid = '', performance = '', day = today) => {
    const tender = tenderOf(typed);
    const found = evaluateTool('deposits', rulesOf.deposits, { ...tender, value, price }, at(day));
    if (!('deposits' in found)) throw new Error(JSON.stringify(found));
    const inPaise = (one: string) => (/\d/.test(one) ? one.split('-').map(rupees).join('-') : one);
    expect(found.deposits.map((one) => (one.state === 'due' ? `${one.low}-${one.high}` : one.state))).toEqual(
      [bid, performance].map(inPaise),
    );
    checkAnswer('deposits', tender.buyer, found, day);
  },
);

test('the answer and the enquiry state the amount as understood', async () => {
  const section = sections.get('deposits');
  if (!section) throw new Error('The seed has no such tool.');
  const typed = { kind: 'goods', buyer: 'central', bidder: 'other', value: '1 crore 50', price: '25L' };
  const query = { tool: 'deposits', ...typed };
  const page = { path: '/tender-deposits', isFirst: true, city: null, places: [] };
  const props = { section, site: seededSite, query, ...page };
  const html = renderToStaticMarkup(createElement(TenderTool, props));
  const amounts = [
    'Estimated value of the tender, in rupees: ₹1,50,00,000',
    'Your price (optional): ₹25,00,000',
  ];
  expect(html).toContain(amounts.join('\n'));
  expect(html).toContain(
    new URLSearchParams({ message: amounts.join('\n') }).toString().slice('message='.length),
  );
});

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
  const old = rulesOf.deposits.find(({ use }) => use === 'bidSecurity');
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

/** Start days for a bid that closes on 31 January 2027, a Sunday, at 15:00, counted back by hand. A Sunday becomes Saturday. */
const papers = casesOf(`
  goods gem mse | experience 16, maf 16, accounts 21, power 23, gem-profile 23, tax 23, security 23, udyam 26, local-content 27, declarations 27, price 28, upload 29
  goods central trader | experience 16, maf 16, dsc 21, accounts 21, power 23, portal 23, tax 23, security 23, local-content 27, declarations 27, price 28, upload 29
  works railways other | ireps 16, experience 16, solvency 16, dsc 21, accounts 21, power 23, tax 23, security 23, method 23, labour 23, local-content 27, declarations 27, price 28, upload 29
  services state other | experience 16, dsc 21, accounts 21, power 23, portal 23, tax 23, security 23, labour 23, declarations 27, price 28, upload 29
  consultancy state startup | experience 16, cvs 19, dsc 21, accounts 21, power 23, portal 23, tax 23, dpiit 26, declarations 27, price 28, upload 29
  # Papers of India do not stand in a list for the Gulf.
  services gulf other | gulf-icv 2026-12-17, gulf-licence 2026-12-17, gulf-attested 1, gulf-bond 16
`);

const bid = (typed: string, more: Record<string, string> = {}) => {
  return { ...tenderOf(typed), closing: '2027-01-31', time: '15:00', reference: '', ...more };
};

function choosePapers(typed: ReturnType<typeof bid>, day = today, rules = rulesOf.papers) {
  const found = evaluateTool('papers', rules, typed, at(day));
  if (!('papers' in found)) throw new Error(JSON.stringify(found));
  return found;
}

test.each(papers)('papers of %s', (typed = '', begin = '') => {
  const found = choosePapers(bid(typed));
  const byHand = begin.split(', ').map((one): [string, string] => {
    const [id = '', day = ''] = one.split(' ');
    return [id, day.length > 2 ? day : `2027-01-${day.padStart(2, '0')}`];
  });
  expect(found.papers.map((paper) => [short(paper.rule), paper.begin]).toSorted()).toEqual(byHand.toSorted());
  expect(found.papers.map((paper) => paper.begin)).toEqual(byHand.map(([, day]) => day).toSorted());
  expect(found.closes).toBe(Date.parse('2027-01-31T09:30:00Z'));
  checkAnswer('papers', tenderOf(typed).buyer, found, today);
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
  expect(choosePapers(bid('goods central other', { closing }), today, rules)).toMatchObject({
    papers: [{ begin }, { begin }],
  });
});

test('a missed start is late, and an expired rule has no day', () => {
  const typed = bid('goods gem other', { closing: '2027-04-03' });
  const lastDay = '2027-03-31';
  const rules = rulesOf.papers.map((rule) => ({ ...rule, until: lastDay }));
  const { papers } = choosePapers(typed, lastDay, rules);
  const found = (name: string) => papers.find(({ rule }) => short(rule) === name);
  expect(found('price')).toMatchObject({ isLate: false });
  expect(found('upload')).toMatchObject({ begin: '2027-04-01', isLate: false });
  expect(found('maf')).toMatchObject({ begin: '2027-03-20', isLate: true });
  const ended = choosePapers(typed, '2027-04-01', rules);
  expect(ended.papers.map(({ begin }) => begin)).toEqual(ended.papers.map(() => undefined));
});

const right = pairsIn(
  'debarred: no, border: no, turnover: yes, experience: yes, local: yes, registered: yes, taxes: yes',
);

/** Columns: tender, differences from the right answers, verdict, unmet points, day. */
const eligible = casesOf(`
  goods central other   |                               | can     |
  goods central other   | debarred: yes                 | cannot  | debarred: failed
  goods central other   | border: yes                   | cannot  | border: failed
  # No rule of India decides for a buyer in the Gulf, so there is no verdict.
  works gulf other      |                               | unknown |
  goods gulf other      | debarred: yes, border: yes, local: no | unknown |
  goods central other   | local: no                     | cannot  | local: failed
  # The order on local content does not bind the states.
  goods state other     | local: no                     | can     |
  goods central other   | turnover: no                  | cannot  | turnover: failed
  goods central mse     | turnover: no                  | fix     | turnover: relaxed
  services psu mse      | turnover: no, experience: no  | fix     | turnover: relaxed, experience: relaxed
  services gem startup  | experience: no                | fix     | experience: relaxed
  # Works: startups may get a relaxation, small enterprises may not. Traders and firms before a state get none.
  works central startup | turnover: no                  | fix     | turnover: relaxed
  works central mse     | turnover: no                  | cannot  | turnover: failed
  # The tool has no relaxations of the states, so it cannot know whether the state waives a condition.
  works state trader    | turnover: no, experience: no  | fix     | turnover: open, experience: open
  goods state mse       | turnover: no, debarred: yes   | cannot  | turnover: open, debarred: failed
  consultancy central mse | experience: no              | cannot  | experience: failed
  goods gem mse         | turnover: no, local: no       | cannot  | turnover: relaxed, local: failed
  goods central other   | experience: unsure            | fix     | experience: open
  goods central other   | taxes: no, registered: unsure | fix     | taxes: open, registered: open
  goods central other   | registered: no, debarred: yes | cannot  | registered: open, debarred: failed
  # Nobody knows whether a relaxation that has expired still applies, so the condition is open.
  goods central mse | turnover: no, border: no | fix | turnover: open, border: ended, local: ended | 2027-07-31
  goods state other     |                               | can     | | 2027-02-27
  # Without a valid rule, there is no verdict.
  goods state other | debarred: yes | unknown | debarred: ended, border: ended, turnover: ended, experience: ended, registered: ended, taxes: ended | ${after}
`);

test.each(eligible)('%s with "%s": %s', (typed = '', wrong = '', verdict = '', points = '', day = today) => {
  const tender = tenderOf(typed);
  const answers = Object.fromEntries(
    Object.entries({ ...right, ...pairsIn(wrong) }).map(([id, one]) => [`tenderRule-q-${id}`, one]),
  );
  const found = evaluateTool('eligibility', rulesOf.eligibility, { ...tender, ...answers }, at(day));
  if (!('verdict' in found)) throw new Error(JSON.stringify(found));
  expect(found.verdict).toBe(verdict);
  const unmet = found.points
    .filter(({ state }) => state !== 'met')
    .map(({ rule, state }) => [short(rule), state]);
  expect(Object.fromEntries(unmet)).toEqual(pairsIn(points));
  checkAnswer('eligibility', tender.buyer, found, day);
});

describe('of all combinations of answers', () => {
  const keysOf = <Key extends string>(titles: Record<Key, string>) =>
    z.array(z.custom<Key>()).parse(Object.keys(titles));
  const tenders = keysOf(kindTitles).flatMap((kind) =>
    keysOf(buyerTitles).flatMap((buyer) => keysOf(bidderTitles).map((bidder) => ({ kind, buyer, bidder }))),
  );
  const possible: Answer[] = ['yes', 'no', 'unsure'];

  test.each([today, '2027-07-31', '2027-08-31', after])('on %s, no verdict comes without its rule', (day) => {
    const conditions = rulesOf.eligibility.filter(({ isMust }) => isMust);
    const combinations = conditions.reduce<Record<string, Answer>[]>(
      (found, { _id }) => found.flatMap((one) => possible.map((answer) => ({ ...one, [_id]: answer }))),
      [Object.fromEntries(rulesOf.eligibility.map(({ _id }) => [_id, 'yes']))],
    );
    const relaxations = rulesOf.eligibility.filter(({ use }) => use === 'relaxation');
    const isValid = ({ until }: TenderRule) => until >= day;
    const wrong = tenders.flatMap(({ kind, buyer, bidder }) => {
      const isOwn = ({ buyers }: TenderRule) => buyers?.some((one) => one === buyer);
      const mayRelax = relaxations.filter(isOwn);
      return combinations.filter((answers) => {
        const { verdict, points } = eligibility(rulesOf.eligibility, { kind, buyer, bidder }, answers, day);
        const failed = points.filter(({ state }) => state === 'failed');
        const isUnproven = ({ rule }: (typeof points)[number]) =>
          !isValid(rule) || !isOwn(rule) || (rule.mayBeRelaxed && !mayRelax.some(isValid));
        return (
          failed.some(isUnproven) ||
          (verdict === 'cannot') !== failed.length > 0 ||
          (verdict === 'unknown') !== !points.some(({ rule }) => isValid(rule)) ||
          (verdict === 'can' && !points.every(({ rule }) => isValid(rule)))
        );
      });
    });
    expect(wrong).toEqual([]);
  });

  test.each(['papers', 'eligibility'] as const)(
    'no answer about %s speaks of deposits before its list',
    (tool) => {
      for (const tender of tenders) {
        const answers = Object.fromEntries(rulesOf.eligibility.map(({ _id }) => [_id, 'yes']));
        const typed = { ...bid('goods gem mse'), ...answers, ...tender };
        const found = evaluateTool(tool, rulesOf[tool], typed, at(today));
        if (!('notices' in found)) throw new Error(JSON.stringify(found));
        for (const { name, text } of found.notices) {
          expect(`${name} ${text}`).not.toMatch(/deposit|security|guarantee|per ?cent/i);
          expect(textOf(tool, found)).toContain(name);
        }
      }
    },
  );
});

describe('form input', () => {
  test('is shortened and has no control characters', () => {
    const typed = readInput({ a: ` x\r\ny\u0000${'z'.repeat(200)}`, __proto__: 'p' }, ['a', 'b']);
    expect(typed).toEqual({ a: `x y ${'z'.repeat(76)}`, b: '' });
  });

  test.each<[Tool['tool'], Record<string, string>, string[]]>([
    ['deposits', { value: '', price: '' }, ['kind', 'buyer', 'bidder', 'value']],
    ['deposits', { kind: 'goods', buyer: 'gem', bidder: 'mse', value: '', price: '' }, ['value']],
    [
      'eligibility',
      { kind: 'goods', buyer: 'gulf', bidder: 'x' },
      ['bidder', ...Object.keys(right).map((id) => `tenderRule-q-${id}`)],
    ],
    [
      'deposits',
      { kind: 'toString', buyer: 'gem', bidder: 'mse', value: '1', price: 'x' },
      ['kind', 'price'],
    ],
    ['papers', bid('goods gem mse', { closing: '0000-00-00', time: '24:00' }), ['closing', 'time']],
    ['papers', bid('goods gem mse', { closing: '2026-12-01', time: '11:59' }), ['closing']],
    ['papers', bid('goods gem mse', { closing: '2029-01-01' }), ['closing']],
  ])('for %s with %o is refused with errors at %o', (tool, typed, names) => {
    const found = evaluateTool(tool, rulesOf[tool], typed, at(today));
    if (!('problems' in found)) throw new Error(JSON.stringify(found));
    expect([...found.problems.keys()]).toEqual(names);
    for (const message of found.problems.values())
      expect(message).toMatch(/^(Choose|Enter|Answer|The closing)/);
  });

  test('a bid that closes later today still gets its documents', () => {
    const typed = bid('goods gem mse', { closing: '2026-12-01', time: '12:01' });
    expect(choosePapers(typed).papers).not.toEqual([]);
  });
});

test('a percentage is rounded half up to a paisa', () => {
  expect(computeShare(25, 2)).toBe(1);
  expect(computeShare(24, 2)).toBe(0);
  expect(computeShare(10_000, 0.29)).toBe(29);
  expect(computeShare(1_000_000_000_000, 100)).toBe(1_000_000_000_000);
});

describe('the calendar file', () => {
  const make = (more: { reference?: string; closing?: string } = {}, day = today, now = at(day)) => {
    const typed = bid('goods gem mse', more);
    const { reference } = typed;
    const texts = { closingText: 'Bid closes; a, b\\c', host: 'www.example.com', reference };
    return writeCalendar({ ...choosePapers(typed, day), ...texts, now });
  };
  const read = (of: ICAL.Component, name: string) => String(of.getFirstPropertyValue(name));
  const entries = (text: string) =>
    new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((one) => ({
      ...{ uid: read(one, 'uid'), stamp: read(one, 'dtstamp'), modified: read(one, 'last-modified') },
      ...{ start: read(one, 'dtstart'), end: read(one, 'dtend'), summary: read(one, 'summary') },
      sequence: Number(read(one, 'sequence')),
      alarms: one.getAllSubcomponents('valarm').map((alarm) => read(alarm, 'trigger')),
    }));

  test('has a day for each document and the closing time, with alarms', () => {
    const all = entries(make({ reference: 'GEM/2027/B/१२३' }));
    expect(all).toHaveLength(13);
    expect(all[0]).toMatchObject({
      stamp: '2026-12-01T06:30:00Z',
      modified: '2026-12-01T06:30:00Z',
      start: '2027-01-16',
      end: '2027-01-17',
      summary: expect.stringMatching(/ \(GEM\/2027\/B\/१२३\)$/),
      alarms: ['-PT15H'],
    });
    expect(all.at(-1)).toMatchObject({
      start: '2027-01-31T09:30:00Z',
      end: '2027-01-31T09:45:00Z',
      summary: 'Bid closes; a, b\\c (GEM/2027/B/१२३)',
      alarms: ['-P1D', '-PT2H'],
    });
  });

  test('gives an entry the same UID each time, so that a changed date moves it', () => {
    const ids = (text: string) =>
      entries(text)
        .map(({ uid }) => uid)
        .toSorted();
    const first = ids(make({ reference: 'T-1' }));
    const sequences = (text: string) => new Set(entries(text).map(({ sequence }) => sequence));
    const [before = 0] = sequences(make({ reference: 'T-1' }));
    const [later = 0] = sequences(make({ reference: 'T-1' }, today, at(today) + minute));
    expect(later).toBeGreaterThan(before);
    // RFC 5545 has integers of 32 bits.
    expect(later).toBeLessThan(2 ** 31);
    expect(ids(make({ reference: 'T-1', closing: '2027-02-15' }, '2026-12-05'))).toEqual(first);
    expect(ids(make({ reference: 'T-2' }))).not.toContain(first[0]);
    expect(new Set(first).size).toBe(13);
    expect(ids(make())).toEqual(ids(make()));
    expect(ids(make({ closing: '2027-02-15' }))).not.toContain(ids(make())[0]);
  });

  test('has no entry for an expired rule', () => {
    expect(entries(make({ closing: '2028-05-01' }, after)).map(({ start }) => start)).toEqual([
      '2028-05-01T09:30:00Z',
    ]);
  });
});
