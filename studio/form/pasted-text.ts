import { htmlToPortableText } from '@portabletext/html';
import { z } from 'zod';
import type { linkFor } from './pasted-link.ts';

/** Features that the target field supports: its heading style, tables and links. */
interface TargetField {
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

/** Literal bullets and numbers that Word adds for programs without lists. */
const literalBullet = /<!(?:--)?\[if !supportLists\].*?\[endif\](?:--)?>/gs;

/**
 * Converts HTML from Word, Google Docs or a web page to blocks that the target field supports. Leaves out text that is
 * struck out.
 */
export function textFromHtml(html: string, holder: TargetField): { _type: string }[] {
  const blocks = htmlToPortableText(html.replaceAll(literalBullet, ''), {
    whitespaceMode: 'remove',
    rules: [{ deserialize: (node, _next, createBlock) => tableFrom(node, holder, createBlock) }],
  });
  return blocks.flatMap((one) => {
    const text = block.safeParse(one);
    if (!text.success) return one;
    const children = text.data.children.filter(({ marks }) => !marks.includes('strike-through'));
    return children.length > 0 ? reduceBlock({ ...text.data, children }, holder) : [];
  });
}

/** Selects text that is struck out, such as a change that Word tracks. */
const struckOut = 's, strike, del, [style*="line-through"]';

type TableBlock = { _type: string; [field: string]: unknown };

/** Converts an HTML table to a fact table, or to one bullet per row if the field supports no tables. */
function tableFrom(node: Node, { hasTables }: TargetField, createBlock: (block: TableBlock) => TableBlock) {
  if (!(node instanceof HTMLTableElement)) return undefined;
  for (const element of node.querySelectorAll(struckOut)) element.remove();
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

/** Reduces a block to supported styles, marks and links. */
function reduceBlock({ listItem, ...text }: z.infer<typeof block>, { heading, link }: TargetField) {
  const isHeading = /^h\d$/.test(text.style ?? '');
  const links = text.markDefs.map(({ _key, href }) => ({ _key, href, link: link(href) }));
  const markDefs = links.flatMap(({ _key, link }) => (link ? { _key, ...link } : []));
  const allowedMarks = new Set([...(isHeading ? [] : ['strong', 'em']), ...markDefs.map(({ _key }) => _key)]);
  const children = text.children.map((span) => {
    const marks = span.marks.filter((mark) => allowedMarks.has(mark));
    const droppedHref = links.find(({ _key, link }) => !link && span.marks.includes(_key))?.href ?? '';
    // Keep the e-mail address or number of a dropped link as text.
    const [, address = ''] = /^(?:mailto|tel):([^?]+)/.exec(droppedHref) ?? [];
    const spanText = span.text.includes(address) ? span.text : `${span.text} (${address})`;
    // Headings become bold if the field supports none.
    return { ...span, text: spanText, marks: isHeading && !heading ? [...marks, 'strong'] : marks };
  });
  const style = (isHeading && heading) || 'normal';
  // Microsoft Word marks numbered headings as list items.
  return { ...text, ...(listItem && !isHeading ? { listItem } : {}), style, children, markDefs };
}
