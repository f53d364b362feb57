import type { IncomingHttpHeaders } from 'node:http';
import { Parser } from 'htmlparser2';
import { headerOf, isHtml, type RenderedResponse } from './request-next.ts';

/** Matches the `Accept` header of agents that read Markdown. `deploy/nginx.conf` repeats the pattern for its cache key. */
export const markdownAccepted = /\btext\/markdown\b(?!\s*;\s*q=0)/i;

export const acceptsMarkdown = ({ accept = '' }: IncomingHttpHeaders): boolean =>
  markdownAccepted.test(accept);

/** Returns the `Vary` header of a response. A page depends on `Accept` too. */
export const varyOf = (response: RenderedResponse): string =>
  /^text\/(?:html|markdown)/.test(headerOf(response, 'content-type'))
    ? 'Accept-Encoding, Accept'
    : 'Accept-Encoding';

/** Converts a page to Markdown. Returns other responses unchanged. */
export function asMarkdown(response: RenderedResponse): RenderedResponse {
  if (!isHtml(response)) return response;
  return {
    ...response,
    headers: { ...response.headers, 'content-type': 'text/markdown; charset=utf-8' },
    body: Buffer.from(markdownOf(response.body.toString())),
  };
}

const skipped = /^(?:script|style|svg|template|noscript)$/;
const inline = /^(?:a|abbr|b|bdi|code|dd|em|i|img|input|mark|small|span|strong|sub|sup|time|textarea)$/;
const emphasis: Record<string, string> = { strong: '**', b: '**', dt: '**', legend: '**', em: '*' };
const item = /^(?:li|option)$/;

type Element = { name: string; href: string; isSkipped: boolean; start: number };
/** `isTight`: no empty line stands between this block and another tight one. */
type Block = { text: string; isTight: boolean };

/** Converts the `main` element of a page to Markdown: headings, lists, tables, links, pictures and text. */
function markdownOf(html: string): string {
  const blocks: Block[] = [];
  const open: Element[] = [];
  /** Open list items. A marker is written once; later blocks of the item are indented. */
  const items: { marker: string; indent: string }[] = [];
  let line = '';
  let isAfterElement = false;
  const isWithin = (name: string) => open.some((element) => element.name === name);
  /** Whether text counts here: within `main` and not hidden. */
  const isShown = () => isWithin('main') && open.every(({ isSkipped }) => !isSkipped);

  function endBlock(heading = '') {
    const text = line.replaceAll(/\s+/g, ' ').trim();
    line = '';
    if (!/[^*| ]/.test(text)) return;
    const indent = items.map((one) => one.indent).join('');
    const current = items.at(-1);
    const marker = heading ? '' : (current?.marker ?? '');
    if (current?.marker) Object.assign(current, { marker: '', indent: ' '.repeat(marker.length) });
    blocks.push({ text: indent + (heading || marker) + text, isTight: marker !== '' || isWithin('tr') });
  }
  /** Separates neighbours that only the style sheet sets apart. */
  function separate() {
    if (isAfterElement && /\S$/.test(line)) line += ' ';
    isAfterElement = false;
  }
  const parser = new Parser({
    onopentag(name, { hidden, alt = '', src = '', href = '', 'aria-hidden': ariaHidden }) {
      const isSkipped = skipped.test(name) || hidden !== undefined || ariaHidden === 'true';
      const isSeen = isShown() && !isSkipped;
      if (isSeen && inline.test(name)) separate();
      else if (isSeen) endBlock();
      if (item.test(name)) items.push({ marker: isWithin('ol') ? '1. ' : '- ', indent: '' });
      if (isSeen && alt) line += `![${alt}](${src})`;
      open.push({ name, href, isSkipped, start: line.length });
      if (isSeen) line += emphasis[name] ?? '';
      isAfterElement = false;
    },
    ontext(text) {
      if (!isShown()) return;
      if (/^[\p{L}\p{N}]/u.test(text)) separate();
      isAfterElement = false;
      line += text.replaceAll(/[\\*_[\]<>|`]/g, '\\$&');
    },
    onclosetag(name) {
      if (isShown()) {
        line += emphasis[name] ?? '';
        const { href = '', start = 0 } = open.at(-1) ?? {};
        const label = line.slice(start).trim();
        if (href && label) line = `${line.slice(0, start)}[${label}](${href})`;
        if (/^h[1-6]$/.test(name)) endBlock(`${'#'.repeat(Number(name[1]))} `);
        else if (/^t[dh]$/.test(name)) line += ' | ';
        // A short detail follows its term on one line.
        else if (!inline.test(name) && name !== 'dt') endBlock();
        isAfterElement = true;
      }
      open.pop();
      if (item.test(name)) items.pop();
    },
  });
  parser.end(html);
  return `${blocks.reduce(
    (text, block, index) =>
      text + (block.isTight && blocks[index - 1]?.isTight ? '\n' : text && '\n\n') + block.text,
    '',
  )}\n`;
}
