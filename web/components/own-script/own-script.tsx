/** An inline script of ours, one of `inlineScripts`. By `data-own` it is told from Next's, which published pages do without. */
export function OwnScript({ text }: { text: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of the code, the only way to write an inline script.
  return <script data-own="" dangerouslySetInnerHTML={{ __html: text }} />;
}
