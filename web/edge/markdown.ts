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
  const headers = { ...response.headers, 'content-type': 'text/markdown; charset=utf-8' };
  return { ...response, headers, body: Buffer.from(markdownOf(response.body.toString())) };
}

const skipped = /^(?:script|style|svg|template|noscript)$/;
const inline = /^(?:a|abbr|b|bdi|code|dd|em|i|img|input|mark|s|small|span|strong|sub|sup|time|textarea)$/;
const emphasis: Record<string, string> = { strong: '**', b: '**', dt: '**', legend: '**', em: '*', s: '~~' };
const listItem = /^(?:li|option)$/;

/** Converts the `main` element of a page to Markdown: headings, lists, tables, links, pictures and text. */
function markdownOf(html: string): string {
  const open: { name: string; href: string; isSkipped: boolean; start: number }[] = [];
  /** Open list items. A marker is written once; later blocks of the item are indented. */
  const items: { marker: string; indent: string }[] = [];
  let markdown = '';
  let line = '';
  let isAfterElement = false;
  /** Whether the last block is a list item or a table row, which no empty line separates from the next one. */
  let wasTight = false;
  const isWithin = (name: string) => open.some((element) => element.name === name);
  const isShown = () => isWithin('main') && open.every(({ isSkipped }) => !isSkipped);

  function endBlock(heading = '') {
    const text = line.replaceAll(/\s+/g, ' ').trim();
    line = '';
    if (!/[^*| ]/.test(text)) return;
    const indent = items.map((item) => item.indent).join('');
    const item = items.at(-1);
    const marker = heading ? '' : (item?.marker ?? '');
    if (item?.marker) Object.assign(item, { marker: '', indent: ' '.repeat(marker.length) });
    const isTight = marker !== '' || isWithin('tr');
    markdown += (isTight && wasTight ? '\n' : markdown && '\n\n') + indent + (heading || marker) + text;
    wasTight = isTight;
  }
  /** Separates neighbours that only the style sheet sets apart. */
  function separate() {
    if (isAfterElement && /\S$/.test(line)) line += ' ';
  }
  const parser = new Parser({
    onopentag(name, { hidden, alt, src, href = '', 'aria-hidden': ariaHidden }) {
      const isSkipped = skipped.test(name) || hidden !== undefined || ariaHidden === 'true';
      const isSeen = isShown() && !isSkipped;
      if (isSeen && inline.test(name)) separate();
      else if (isSeen) endBlock();
      if (isSeen && alt) line += `![${alt}](${src})`;
      if (listItem.test(name)) items.push({ marker: isWithin('ol') ? '1. ' : '- ', indent: '' });
      open.push({ name, href, isSkipped, start: line.length });
      if (isSeen) line += emphasis[name] ?? '';
      isAfterElement = false;
    },
    ontext(text) {
      if (!isShown()) return;
      if (/^[\p{L}\p{N}]/u.test(text)) separate();
      line += text.replaceAll(/[\\*_[\]<>|`]/g, '\\$&');
      isAfterElement = false;
    },
    onclosetag(name) {
      const { href = '', start = 0 } = open.at(-1) ?? {};
      if (isShown()) {
        line += emphasis[name] ?? '';
        const label = line.slice(start).trim();
        if (href && label) line = `${line.slice(0, start)}[${label}](${href})`;
        if (/^h[1-6]$/.test(name)) endBlock(`${'#'.repeat(Number(name[1]))} `);
        else if (/^t[dh]$/.test(name)) line += ' | ';
        // A short detail follows its term on one line.
        else if (!inline.test(name) && name !== 'dt') endBlock();
        isAfterElement = true;
      }
      open.pop();
      if (listItem.test(name)) items.pop();
    },
  });
  parser.end(html);
  return `${markdown}\n`;
}
