import type { IncomingHttpHeaders } from 'node:http';
import { Parser } from 'htmlparser2';
import Negotiator from 'negotiator';
import { isHtml, type RenderedResponse, readHeader } from './request-next.ts';

/** Requests that may get Markdown. They name it: a wildcard means a browser. `deploy/nginx.conf` never caches them. */
export const markdownNamed = /\btext\/markdown\b/i;
const offered = ['text/markdown;charset=utf-8', 'text/html;charset=utf-8'];

/** Whether a client prefers Markdown to HTML, or accepts both equally and names Markdown first. */
export const acceptsMarkdown = ({ accept = '' }: IncomingHttpHeaders): boolean =>
  markdownNamed.test(accept) && new Negotiator({ headers: { accept } }).mediaType(offered) === offered[0];

/** Returns the `Vary` header of a response. A page depends on `Accept` too. */
export const chooseVary = (response: RenderedResponse): string =>
  /^text\/(?:html|markdown)/.test(readHeader(response, 'content-type'))
    ? 'Accept-Encoding, Accept'
    : 'Accept-Encoding';

/** Converts a page to Markdown. Returns other responses unchanged. */
export function asMarkdown(response: RenderedResponse): RenderedResponse {
  if (!isHtml(response)) return response;
  const headers = { ...response.headers, 'content-type': 'text/markdown; charset=utf-8' };
  return { ...response, headers, body: Buffer.from(toMarkdown(response.body.toString())) };
}

const skipped = /^(?:script|style|svg|template|noscript)$/;
const inline = /^(?:a|abbr|b|bdi|code|dd|em|i|img|input|mark|s|small|span|strong|sub|sup|time|textarea)$/;
const emphasis: Record<string, string> = { strong: '**', b: '**', dt: '**', legend: '**', em: '*', s: '~~' };
const listItem = /^(?:li|option)$/;

/** Converts the title, the description and the `main` element of a page to Markdown. */
function toMarkdown(html: string): string {
  const open: { name: string; href: string; isSkipped: boolean; start: number }[] = [];
  /** Open list items. A marker is written once; later blocks of the item are indented. */
  const items: { marker: string; indent: string }[] = [];
  let markdown = '';
  let description = '';
  let title = '';
  let line = '';
  let isAfterElement = false;
  /** Whether the last block is a list item or a table row, which no empty line separates from the next one. */
  let wasTight = false;
  const isWithin = (name: string) => open.some((element) => element.name === name);
  const isShown = () => isWithin('main') && open.every(({ isSkipped }) => !isSkipped);

  function endBlock(heading = '') {
    // React writes a line break only where a text has one.
    const isOneLine = heading !== '' || isWithin('tr');
    const text = line
      .trim()
      .replaceAll(/\s*\n\s*/g, isOneLine ? ' ' : '\n')
      .replaceAll(/[^\S\n]+/g, ' ');
    line = '';
    if (!/[^*| ]/.test(text)) return;
    const indent = items.map((item) => item.indent).join('');
    const item = items.at(-1);
    const marker = heading ? '' : (item?.marker ?? '');
    if (item?.marker) Object.assign(item, { marker: '', indent: ' '.repeat(marker.length) });
    const isTight = marker !== '' || isWithin('tr');
    const lineBreak = `\\\n${items.map((one) => one.indent).join('')}`;
    const block = indent + (heading || marker) + text.replaceAll('\n', lineBreak);
    markdown += (isTight && wasTight ? '\n' : markdown && '\n\n') + block;
    wasTight = isTight;
  }
  /** Separates neighbours that only the style sheet sets apart. */
  function separate() {
    if (isAfterElement && /\S$/.test(line)) line += ' ';
  }
  const parser = new Parser({
    onopentag(name, attributes) {
      const { hidden, alt, src, href = '', 'aria-hidden': ariaHidden } = attributes;
      if (name === 'meta' && attributes.name === 'description') description = attributes.content ?? '';
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
      if (isWithin('head') && isWithin('title')) title += text;
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
  // Quoted texts of JSON are also valid in YAML.
  const about = Object.entries({ title, description }).filter(([, text]) => text !== '');
  const lines = about.map(([name, text]) => `${name}: ${JSON.stringify(text)}\n`).join('');
  return `${lines && `---\n${lines}---\n\n`}${markdown}\n`;
}
