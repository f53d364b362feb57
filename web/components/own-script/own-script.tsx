/**
 * Renders one of our inline scripts. The attribute `data-own` distinguishes it from Next's scripts, which are removed
 * from published pages. The attribute's value is `later`, the URL of a script that the inline script loads.
 */
export function OwnScript({ text, later }: { text: string; later?: string | undefined }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of the code, the only way to write an inline script.
  return <script data-own={later ?? ''} dangerouslySetInnerHTML={{ __html: text }} />;
}
