/** Hands a file to the browser's downloads, which some browsers read a while later. */
export function saveFile(content: Blob, download: string): void {
  const href = URL.createObjectURL(content);
  Object.assign(document.createElement('a'), { href, download }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
