import type { Graph } from 'schema-dts';

/** Whether a value says nothing: search engines report keys without a value as errors. */
function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === 'string') return value.trim() === '';
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value === 'object') return Object.keys(value).every((key) => key === '@type');
  return false;
}

function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty).filter((member) => !isEmpty(member));
  if (typeof value !== 'object' || value === null) return value;
  const filled = Object.entries(value).map(([key, member]): [string, unknown] => [key, withoutEmpty(member)]);
  return Object.fromEntries(filled.filter(([, member]) => !isEmpty(member)));
}

const escapes: Record<string, string> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/**
 * Structured data as text for a `script` element: keys without a value are left out, and no text in it can end the
 * element or be read as markup.
 */
export function serializeJsonLd(graph: Graph): string {
  return JSON.stringify(withoutEmpty(graph)).replace(
    /[<>&\u2028\u2029]/g,
    (character) => escapes[character] ?? '',
  );
}

/** The structured data of a page. Data, not script: a Content-Security-Policy does not hold it back. */
export function JsonLd({ graph }: { graph: Graph }) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: React would escape quotes; the text is escaped above.
    <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: serializeJsonLd(graph) }} />
  );
}
