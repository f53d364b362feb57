import { HTMLElement, type Node, parse } from 'node-html-parser';
import { isNode, type JsonNode } from './schema-org.ts';

/** A page as a visitor without scripts receives it. */
export type FetchedPage = { path: string; status: number; headers: Headers; html: string; root: HTMLElement };

export async function fetchPage(siteUrl: string, path: string): Promise<FetchedPage> {
  const response = await fetch(`${siteUrl}${path}`, { redirect: 'manual' });
  const html = await response.text();
  return {
    path,
    status: response.status,
    headers: response.headers,
    html,
    root: parse(html, { comment: false }),
  };
}

const invisible = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'HEAD']);

function textsIn(node: Node): string[] {
  if (node instanceof HTMLElement) return invisible.has(node.tagName) ? [] : node.childNodes.flatMap(textsIn);
  const text = collapseSpaces(node.text);
  return text === '' ? [] : [text];
}

/** Collapses white space, as browsers show it. */
export const collapseSpaces = (text: string) => text.replaceAll(/[\s\u00ad\u200b]+/g, ' ').trim();

/** Returns the visible texts of the page's body, one per text node. */
export function visibleTexts({ root }: FetchedPage): string[] {
  const body = root.querySelector('body');
  return body ? textsIn(body) : [];
}

/** Returns the visible text of the page's body as one string. */
export function visibleText(page: FetchedPage): string {
  return collapseSpaces(page.root.querySelector('body') ? visibleTexts(page).join(' ') : '');
}

const readAttributes = ['alt', 'title', 'aria-label', 'placeholder', 'label', 'content', 'value'] as const;
const machineMeta = new Set([
  'viewport',
  'robots',
  'theme-color',
  'color-scheme',
  'format-detection',
  'twitter:card',
  'next-size-adjust',
  'og:type',
  'article:published_time',
  'article:modified_time',
  'og:locale',
  'og:url',
  'og:image',
  'og:image:width',
  'og:image:height',
  'og:image:type',
  'twitter:image',
  'twitter:image:width',
  'twitter:image:height',
  'twitter:image:type',
]);

/** Returns the texts in attributes that people or search engines read, and the title. */
export function attributeTexts({ root }: FetchedPage): string[] {
  const title = root.querySelector('title')?.text ?? '';
  const others = root.querySelectorAll('*').flatMap((element) => {
    if (element.tagName === 'META') {
      const name = element.getAttribute('name') ?? element.getAttribute('property');
      if (!name || machineMeta.has(name)) return [];
    }
    if (element.getAttribute('type') === 'hidden') return [];
    return readAttributes.flatMap((name) => element.getAttribute(name) ?? []);
  });
  return [title, ...others].map(collapseSpaces).filter((text) => text !== '');
}

/** Returns the text and address of every link. */
export function links({ root }: FetchedPage): { text: string; href: string }[] {
  return root.querySelectorAll('a[href]').map((link) => ({
    text: collapseSpaces(textsIn(link).join(' ')),
    href: link.getAttribute('href') ?? '',
  }));
}

export function metaOf({ root }: FetchedPage, name: string): string | undefined {
  return root.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content');
}

export function canonicalOf({ root }: FetchedPage): string | undefined {
  return root.querySelector('link[rel="canonical"]')?.getAttribute('href');
}

/** Returns the nodes of the page's structured data. Throws unless there is exactly one graph. */
export function graphOf({ root, path }: FetchedPage): JsonNode[] {
  const scripts = root.querySelectorAll('script[type="application/ld+json"]');
  if (scripts.length !== 1)
    throw new Error(`${path} has ${scripts.length} blocks of structured data, not one.`);
  const data: unknown = JSON.parse(scripts[0]?.rawText ?? '');
  const nodes = isNode(data) ? data['@graph'] : undefined;
  if (!Array.isArray(nodes)) throw new Error(`${path} has structured data without a graph.`);
  return nodes.filter(isNode);
}

/** Returns the nodes of one type in the page's structured data. */
export const nodesOf = (page: FetchedPage, type: string) =>
  graphOf(page).filter((node) => node['@type'] === type);

export const titleOf = (page: FetchedPage) => page.root.querySelector('title')?.text ?? '';
