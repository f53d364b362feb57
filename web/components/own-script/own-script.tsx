/** An inline script of ours, one of `inlineScripts`; `data-own` tells it from Next's, which published pages drop. */
export function OwnScript({ text }: { text: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of the code, the only way to write an inline script.
  return <script data-own="" dangerouslySetInnerHTML={{ __html: text }} />;
}
