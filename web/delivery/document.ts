/**
 * What leaves the server for a page that the framework has rendered. Content pages need none of Next's scripts: they
 * are taken out here, with React's markers. Nothing depends on it: with SEND_FRAMEWORK_SCRIPTS=true every page works
 * as Next made it.
 *
 * A page asks for what it wants with attributes of its `main` element (see `deliveryAttributes`). A page without them
 * is left alone.
 */

/** Attributes by which a page says how it wants to be delivered. */
export type DeliveryAttributes = {
  /** `document`: HTML and CSS only. `application`: with React, for pages whose forms need it. */
  'data-delivery': 'document' | 'application';
  /** HTTP status, where it is not 200. */
  'data-status'?: '404' | '503';
  /** The page opens Razorpay's checkout. */
  'data-checkout'?: 'true';
};

const main = /<main\b[^>]*>/;
const script = /<script\b([^>]*)>([\s\S]*?)<\/script>/g;
const comments = /<!--[\s\S]*?-->/g;
/** Elements of drawings that have no content: HTML lets them close themselves, as XML does. */
const emptyShapes = /><\/(?:path|circle|rect|line|ellipse|polyline)>/g;
/** How React sorts style sheets that come later. */
const precedence = / data-precedence="[^"]*"/g;
const emptyHolders = /<div hidden="">\s*<\/div>/g;
const scriptPreloads =
  /<link\b(?=[^>]*\brel="(?:preload|modulepreload)")(?=[^>]*\b(?:as="script"|rel="modulepreload"))[^>]*>/g;

/** Reads what a page asked for; undefined when it asked for nothing. */
export function readDelivery(html: string) {
  const tag = main.exec(html)?.[0] ?? '';
  const delivery = /\bdata-delivery="(document|application)"/.exec(tag)?.[1];
  if (!delivery) return undefined;
  const status = /\bdata-status="(\d{3})"/.exec(tag)?.[1];
  return {
    isDocument: delivery === 'document',
    status: status ? Number(status) : undefined,
    opensCheckout: tag.includes('data-checkout="true"'),
  };
}

/** Our own scripts carry `data-own`; data blocks are no scripts at all. */
const isOurs = (attributes: string) =>
  /\bdata-own\b/.test(attributes) ||
  /\btype="application\/ld\+json"|\btype="speculationrules"/.test(attributes);

/** The page as HTML and CSS: without the framework's scripts, their preloads, and markers that only they read. */
export function withoutFramework(html: string): string {
  const kept: string[] = [];
  const marked = html.replace(script, (element, attributes: string) =>
    isOurs(attributes) ? `<script-${kept.push(element) - 1}>` : '',
  );
  return marked
    .replace(comments, '')
    .replace(scriptPreloads, '')
    .replace(emptyHolders, '')
    .replace(precedence, '')
    .replace(emptyShapes, '/>')
    .replace(/<script-(\d+)>/g, (_, index: string) => kept[Number(index)] ?? '');
}

/** Texts of the inline scripts of a page that a browser would run or read as speculation rules. */
export function inlineScripts(html: string): string[] {
  return [...html.matchAll(script)].flatMap(([, attributes = '', text = '']) =>
    /\bsrc=|\btype="application\/ld\+json"/.test(attributes) ? [] : [text],
  );
}
