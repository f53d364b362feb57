import { isNonPagePath } from '#schemas/paths.ts';
import { escapeMarkup } from '#web/http/escape-markup.ts';
import { findSource, queryOfSource, type Source } from './source.ts';

/** Matches links and forms whose target is a page of this site. Leaves out links to files. */
const pageLinks = /<(a|form)\b([^>]*? )(href|action)="(\/(?!\/)[^"?#.]*)(?:\?([^"#]*))?(#[^"]*)?"([^>]*)>/g;

/**
 * Adds the source of a visit to all links and forms of a page, since nothing is stored in the browser. The page's scripts
 * read it from an attribute of the `html` element.
 */
export function addSourceToLinks(html: string, source: Source): string {
  const query = queryOfSource(source);
  return addQueryToLinks(
    html.replace('<html ', () => `<html data-attribution="${escapeMarkup(query)}" `),
    query,
    (given) => findSource(given) !== undefined,
  );
}

/** Adds a query string to all links and forms of a page, except links whose own query `isSet` accepts. */
export function addQueryToLinks(
  html: string,
  query: string,
  isSet: (given: URLSearchParams) => boolean,
): string {
  const escaped = escapeMarkup(query);
  const fields = [...new URLSearchParams(query)]
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeMarkup(value)}">`)
    .join('');
  return html.replaceAll(pageLinks, (tag, name, before, attribute, path, given, anchor = '', after) => {
    if (name === 'a' && isNonPagePath(path)) return tag;
    if (given && isSet(new URLSearchParams(given.replaceAll('&amp;', '&')))) return tag;
    // Browsers replace the query string of a GET form's action with the form's fields.
    if (name === 'form' && !/ method="post"/i.test(before + after)) return tag + fields;
    const all = [...(given ? [given] : []), escaped].join('&amp;');
    return `<${name}${before}${attribute}="${path}?${all}${anchor}"${after}>`;
  });
}
