import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { ExampleDocument } from '#web/components/drawings/example-document.tsx';
import { documents, walk } from '../studio/seed.ts';

type Paper = Parameters<typeof ExampleDocument>[0]['content'];

const mockUps: { page: string; at: string[]; paper: Paper }[] = [];
for (const { _id, ...document } of documents)
  walk(document, (value, at) => {
    if (at.at(-1) === 'paper') mockUps.push({ page: _id, at, paper: JSON.parse(JSON.stringify(value)) });
  });

const listLines = ({ lines, second }: Paper) => [...lines, ...(second?.lines ?? [])];

describe.each(mockUps.map((one) => [one.paper.title, one.paper] as const))(
  'the document mock-up "%s"',
  (_title, one) => {
    const html = renderToStaticMarkup(<ExampleDocument content={one} />);

    test('is a figure that says first and once that it is an example', () => {
      expect(html).toMatch(new RegExp(`^<figure[^>]*>(?:<div[^>]*>)+<p[^>]*>${one.exampleLabel}`));
      const senders = [one.from, one.second?.from].filter((from) => from?.includes('Example'));
      expect(html.split(one.exampleLabel)).toHaveLength(2 + senders.length);
      expect(html.includes('<figcaption')).toBe(one.caption !== undefined);
    });

    test('tells screen readers which texts are struck out or stressed, and shows no drawing to them', () => {
      const textsIn = (name: string) =>
        Array.from(
          html.matchAll(new RegExp(`<${name} class="pen[^>]*>([^<]*)<svg`, 'g')),
          ([, text]) => text,
        );
      const lines = listLines(one);
      const marked = (...marks: string[]) =>
        lines.filter(({ mark }) => marks.includes(mark)).map(({ text }) => renderToStaticMarkup(text));
      expect(textsIn('s')).toEqual(marked('strike'));
      expect(textsIn('em')).toEqual(marked('circle', 'underline'));
    });
  },
);
