/// <reference types="vite/types/import-meta.d.ts" />

/** Returns a page's name for its URL: the file name without its path, number and extension. */
export const pageName = (file: string) => file.replace(/^.*\//, '').replace(/^\d+-|\.md$/g, '');

export const pages = Object.entries(
  import.meta.glob<string>('../../docs/handbook/*.md', { query: '?raw', import: 'default', eager: true }),
).map(([file, text]) => ({ name: pageName(file), title: /^# (.*)$/m.exec(text)?.[1] ?? file, text }));

export function findPages(typed: string) {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return pages.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)));
}

const files = import.meta.glob<string>('../../docs/handbook/pictures/*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** Returns the built URL of a picture, given its path in the Markdown. */
export const pictureAddress = (source: string) => files[`../../docs/handbook/${source}`];
