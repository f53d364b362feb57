import { htmlToPortableText } from '@portabletext/html';
import { z } from 'zod';
import type { linkFor } from './pasted-link.ts';

/** The styles, marks and links that the text pasted into can hold. */
interface Holder {
  /** The style of its headings, if it has any. */
  heading: string | undefined;
  hasTables: boolean;
  link(href: string): ReturnType<typeof linkFor>;
}

const block = z.looseObject({
  _type: z.literal('block'),
  style: z.string().optional(),
  listItem: z.string().optional(),
  children: z.array(z.looseObject({ text: z.string().default(''), marks: z.array(z.string()).default([]) })),
  markDefs: z.array(z.object({ _key: z.string(), href: z.string().default('') })).default([]),
});

/** Bullets and numbers that Word writes into its lists for programs without lists. */
const writtenBullet = /<!(?:--)?\[if !supportLists\].*?\[endif\](?:--)?>/gs;

/** The addresses that a piece of HTML links to. */
export function hrefsIn(html: string): string[] {
  const links = new DOMParser().parseFromString(html, 'text/html').querySelectorAll('a[href]');
  return [...links].map((link) => link.getAttribute('href') ?? '');
}

/** HTML from Word, Google Docs or a page as blocks: headings, lists, marks, links and tables, as far as there is a place for them. */
export function textFromHtml(html: string, holder: Holder): { _type: string }[] {
  const blocks = htmlToPortableText(html.replaceAll(writtenBullet, ''), {
    whitespaceMode: 'remove',
    rules: [{ deserialize: (node, _next, createBlock) => tableFrom(node, holder, createBlock) }],
  });
  return blocks.map((one) => {
    const text = block.safeParse(one);
    return text.success ? fitting(text.data, holder) : one;
  });
}

type TableBlock = { _type: string; [field: string]: unknown };

/** A table as one of ours; where none fits, a point for each row. */
function tableFrom(node: Node, { hasTables }: Holder, createBlock: (block: TableBlock) => TableBlock) {
  if (!(node instanceof HTMLTableElement)) return undefined;
  const rows = [...node.rows].map((row) => {
    const [term = '', ...rest] = [...row.cells].map((cell) =>
      cell.textContent.replaceAll(/\s+/g, ' ').trim(),
    );
    return { term, detail: rest.filter(Boolean).join(' · ') };
  });
  const [head, ...body] = rows.filter(({ term, detail }) => term || detail);
  if (!head) return [];
  if (!hasTables || body.length === 0) return [head, ...body].map(pointFrom);
  return createBlock({
    _type: 'factTable',
    caption: node.caption?.textContent.trim(),
    termHeading: head.term,
    detailHeading: head.detail,
    rows: body.map((row, index) => ({ _type: 'factRow', _key: `row${index}`, ...row })),
  });
}

const pointFrom = ({ term, detail }: { term: string; detail: string }) => ({
  _type: 'block',
  style: 'normal',
  listItem: 'bullet',
  level: 1,
  markDefs: [],
  children: [
    { _type: 'span', text: detail ? `${term}: ` : term, marks: detail ? ['strong'] : [] },
    { _type: 'span', text: detail, marks: [] },
  ],
});

/** A block with the styles, marks and links that there are here. */
function fitting({ listItem, ...text }: z.infer<typeof block>, { heading, link }: Holder) {
  const isHeading = /^h\d$/.test(text.style ?? '');
  const links = text.markDefs.map(({ _key, href }) => ({ _key, href, link: link(href) }));
  const markDefs = links.flatMap(({ _key, link }) => (link ? { _key, ...link } : []));
  const kept = new Set([...(isHeading ? [] : ['strong', 'em']), ...markDefs.map(({ _key }) => _key)]);
  const children = text.children.map((span) => {
    const marks = span.marks.filter((mark) => kept.has(mark));
    const lost = links.find(({ _key, link }) => !link && span.marks.includes(_key))?.href ?? '';
    // Somebody else's address is not lost with the link.
    const [, address = ''] = /^(?:mailto|tel):([^?]+)/.exec(lost) ?? [];
    const words = span.text.includes(address) ? span.text : `${span.text} (${address})`;
    // Without a heading of its own it still stands out.
    return { ...span, text: words, marks: isHeading && !heading ? [...marks, 'strong'] : marks };
  });
  const style = (isHeading && heading) || 'normal';
  // Numbers before headings are written by Word.
  return { ...text, ...(listItem && !isHeading ? { listItem } : {}), style, children, markDefs };
}
