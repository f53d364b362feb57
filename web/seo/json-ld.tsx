import type { Graph } from 'schema-dts';

/** Whether a property is empty. Search engines report empty properties as errors. */
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

/** Serializes a graph without empty properties. Escapes characters so that no text can close the `script` element. */
export function serializeJsonLd(graph: Graph): string {
  return JSON.stringify(withoutEmpty(graph)).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Renders structured data. The Content-Security-Policy for scripts does not apply to it. */
export function JsonLd({ graph }: { graph: Graph }) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: React would escape quotes; the text is escaped above.
    <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: serializeJsonLd(graph) }} />
  );
}
