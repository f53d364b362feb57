import type { Graph } from 'schema-dts';

/** Serializes a graph. Escapes characters so that no text can close the `script` element. */
export function serializeJsonLd(graph: Graph): string {
  return JSON.stringify(graph).replace(
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
