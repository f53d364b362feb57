/**
 * A script of our own that stands in the page. It stays when the framework's scripts are taken out, and its hash goes
 * into the page's security policy. `text` must be a constant of the code, never content.
 */
export function OwnScript({ text }: { text: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of the code, the only way to write an inline script.
  return <script data-own="" dangerouslySetInnerHTML={{ __html: text }} />;
}
