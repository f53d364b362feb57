/// <reference types="vite/types/import-meta.d.ts" />

/** The name of a page by its file, which begins with its place in the list. */
export const pageName = (file: string) => file.replace(/^.*\//, '').replace(/^\d+-|\.md$/g, '');

/** The pages of the handbook, in Markdown, in their order. */
export const pages = Object.entries(
  import.meta.glob<string>('../../docs/handbook/*.md', { query: '?raw', import: 'default', eager: true }),
).map(([file, text]) => ({ name: pageName(file), title: /^# (.*)$/m.exec(text)?.[1] ?? file, text }));

/** The pages whose title has all the words of what somebody types. */
export function findPages(typed: string) {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return pages.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)));
}

const files = import.meta.glob<string>('../../docs/handbook/pictures/*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** The address of a picture of the handbook by the one in its text. */
export const pictureAddress = (source: string) => files[`../../docs/handbook/${source}`];
