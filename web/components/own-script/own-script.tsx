/**
 * An inline script of ours, one of `inlineScripts`; `data-own` tells it from Next's, which published pages drop, and holds
 * `later`, the address of a script that it loads.
 */
export function OwnScript({ text, later }: { text: string; later?: string | undefined }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of the code, the only way to write an inline script.
  return <script data-own={later ?? ''} dangerouslySetInnerHTML={{ __html: text }} />;
}
