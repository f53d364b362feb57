import { isNonPagePath } from '#schemas/paths.ts';
import { escapeMarkup } from '#web/http/escape-markup.ts';
import { queryOfSource, type Source, sourceOf } from './source.ts';

/** Links and forms that stay on the site; files lead nowhere further. */
const toPages = /<(a|form)\b([^>]*? )(href|action)="(\/(?!\/)[^"?#.]*)(?:\?([^"#]*))?(#[^"]*)?"([^>]*)>/g;

/**
 * A page whose links and forms say what brought its visitor, since nothing is kept in a browser. Its scripts find the
 * same on the document's element.
 */
export function carrySource(html: string, source: Source): string {
  const query = queryOfSource(source);
  const escaped = escapeMarkup(query);
  const fields = [...new URLSearchParams(query)]
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeMarkup(value)}">`)
    .join('');
  return html
    .replace('<html ', () => `<html data-came-from="${escaped}" `)
    .replaceAll(toPages, (tag, name, before, attribute, path, given, anchor = '', after) => {
      if (name === 'a' && isNonPagePath(path)) return tag;
      if (given && sourceOf(new URLSearchParams(given.replaceAll('&amp;', '&')))) return tag;
      // Browsers drop the query of an address to which a form adds its own.
      if (name === 'form' && !/ method="post"/i.test(before + after)) return tag + fields;
      const all = [...(given ? [given] : []), escaped].join('&amp;');
      return `<${name}${before}${attribute}="${path}?${all}${anchor}"${after}>`;
    });
}
