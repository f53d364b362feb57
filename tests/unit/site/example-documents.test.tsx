import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ExampleDocument } from '#web/components/drawings/example-document.tsx';
import { documents, walk } from '../studio/seed.ts';

/** Each of these pages has a mock-up in its opening. The home page has a street, city pages have their trades. */
const pagesWithMockUp = [
  'about',
  'digital-marketing',
  'seo-sem',
  'social-media-marketing',
  'tender-services',
  'careers',
  'contact',
  'pay-online',
  'tender-deposits',
  'tender-papers',
  'tender-eligibility',
  'prices',
].map((name) => `page-${name}`);

const lineSchema = z.object({
  term: z.string().nullable().default(null),
  text: z.string(),
  mark: z.enum(['none', 'circle', 'underline', 'strike', 'tick', 'total']),
  note: z.string().nullable().default(null),
});
const contentSchema = z.object({
  kind: z.enum([
    'notice',
    'checklist',
    'report',
    'sums',
    'quotation',
    'results',
    'calendar',
    'letter',
    'chat',
  ]),
  size: z.enum(['sheet', 'large', 'strip']).nullable().default(null),
  exampleLabel: z.string(),
  from: z.string().nullable().default(null),
  title: z.string(),
  number: z.string().nullable().default(null),
  stamp: z.string().nullable().default(null),
  caption: z.string(),
  series: z
    .object({
      title: z.string(),
      unit: z.string(),
      source: z.string(),
      points: z.array(z.object({ _key: z.string(), step: z.string(), value: z.number() })),
    })
    .nullable()
    .default(null),
  lines: z.array(lineSchema.extend({ _key: z.string() })),
  behind: lineSchema.nullable().default(null),
});

const mockUps: { page: string; at: string[]; paper: z.infer<typeof contentSchema> }[] = [];
for (const { _id, ...document } of documents)
  walk(document, (value, at) => {
    if (at.at(-1) === 'paper') mockUps.push({ page: _id, at, paper: contentSchema.parse(value) });
  });

test('every main page but the home page, and every tool, opens with its own document mock-up', () => {
  const first = mockUps.filter(({ at }) => at[0] === 'sections' && at[1] === '0');
  expect(first.map(({ page }) => page).sort()).toEqual([...pagesWithMockUp].sort());
});

test('no mock-up and no line of one is used twice', () => {
  for (const texts of [
    mockUps.map(({ paper: { title } }) => title),
    mockUps.map(({ paper: { caption } }) => caption),
    mockUps.flatMap(({ paper: { lines } }) => lines.map(({ term, text }) => `${term} ${text}`)),
  ])
    expect(new Set(texts).size).toBe(texts.length);
});

describe.each(mockUps.map((one) => [one.paper.title, one.paper] as const))(
  'the document mock-up "%s"',
  (_title, one) => {
    const html = renderToStaticMarkup(<ExampleDocument content={one} />);

    test('is a figure whose caption says that it is an example, and of what', () => {
      const caption = renderToStaticMarkup(<figcaption>{`${one.exampleLabel}: ${one.caption}`}</figcaption>);
      expect(html.startsWith('<figure')).toBe(true);
      expect(html.endsWith(`${caption}</figure>`)).toBe(true);
    });

    test('has its text in reading order', () => {
      const plain = html.replaceAll(/<[^>]+>/g, '\n');
      const lines = [...one.lines, ...(one.behind ? [one.behind] : [])];
      const texts = lines.flatMap(({ term, text, note }) => [term, text, note]);
      let at = 0;
      for (const word of [one.title, ...texts].filter((text) => text !== null)) {
        at = plain.indexOf(renderToStaticMarkup(word), at);
        expect(at, word).toBeGreaterThan(0);
      }
    });

    test('says once that it is an example', () => {
      expect(html.split(one.exampleLabel)).toHaveLength(2 + Number(one.from?.includes('Example') ?? false));
    });

    test('tells screen readers which texts are struck out or stressed, and shows no drawing to them', () => {
      const textsIn = (name: string) =>
        Array.from(
          html.matchAll(new RegExp(`<${name} class="pen[^>]*>([^<]*)</${name}>`, 'g')),
          ([, text]) => text,
        );
      const lines = [...one.lines, ...(one.behind ? [one.behind] : [])];
      const marked = (...marks: string[]) =>
        lines.filter(({ mark }) => marks.includes(mark)).map(({ text }) => renderToStaticMarkup(text));
      expect(textsIn('s')).toEqual(marked('strike'));
      expect(textsIn('em')).toEqual(marked('circle', 'underline'));
    });

    test('has no bars in place of text', () => {
      const drawn = html.match(/<svg/g)?.length ?? 0;
      expect(drawn).toBe(one.series ? 1 : 0);
    });

    test('has correct sums', () => {
      const rupees = (text: string) => {
        const amount = /^(− )?₹([\d,]+)$/.exec(text);
        return amount ? (amount[1] ? -1 : 1) * Number(amount[2]?.replaceAll(',', '')) : null;
      };
      const isPlan = one.lines.some(({ text }) => text.endsWith('visits'));
      const amounts = one.lines.map(({ text, mark }) => ({ mark, amount: rupees(text) }));
      const total = amounts.find(({ mark }) => mark === 'total')?.amount;
      if (typeof total !== 'number') return;
      const parts = amounts.filter(({ mark }) => mark !== 'total').map(({ amount }) => amount ?? 0);
      const sum = parts.reduce((one, other) => one + other, 0);
      // The last line of a plan is the cost per customer.
      expect(isPlan ? total * Number(one.lines[0]?.text) : total).toBe(sum);
    });
  },
);
