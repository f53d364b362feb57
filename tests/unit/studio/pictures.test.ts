import { expect, test } from 'vitest';
import { preparePicture } from '#studio/form/picture-files.ts';
import { pictureAdvice } from '#studio/form/studio-texts.ts';
import { isUnused, librarySchema, matches, noFilter } from '#studio/pictures/library.ts';
import { toasts } from '#studio/ui/toasts.ts';

test.each([
  ['logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['offer.pdf', '%PDF-1.7'],
  ['empty.jpg', ''],
  ['letter.jpg', 'Dear Sir'],
  ['old.gif', 'GIF89a'],
])('the file %s is refused with advice', async (name, content) => {
  const shown: unknown[] = [];
  const subscription = toasts.subscribe((toast) => shown.push(toast));
  expect(await preparePicture(new File([content], name))).toBeUndefined();
  subscription.unsubscribe();
  expect(shown).toMatchObject([
    { status: 'error', title: expect.stringContaining(name), description: pictureAdvice },
  ]);
});

test('a picture is uploaded as it is, whatever its name', async () => {
  const file = new File([Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)], 'scan.pdf');
  expect(await preparePicture(file)).toBe(file);
});

test('pictures are found by words, place, day and size', () => {
  const file = { _id: 'image-a', name: 'desk.png', url: '', size: 600_000, width: 1600, height: 1200 };
  const cover = { _type: 'picture', alt: 'A desk at night', asset: { _ref: 'image-a' } };
  const [picture] = librarySchema.parse({
    files: [{ ...file, added: '2026-03-01T20:00:00Z', words: ['By Asha', null] }],
    documents: [{ _id: 'article-a', _type: 'article', _rev: 'r', cover }],
    trash: [],
  });
  const [unused, trashed] = ['image-b', 'image-c'];
  const others = librarySchema.parse({
    files: [unused, trashed].map((_id) => ({ ...file, _id, added: '2026-03-01T20:00:00Z', words: [] })),
    documents: [],
    trash: [{ title: 'Deleted person', content: JSON.stringify({ asset: { _ref: trashed } }) }],
  });
  expect(others.filter(isUnused).map(({ _id }) => _id)).toEqual([unused]);
  const isFound = (filter: Partial<typeof noFilter>) =>
    picture && matches(picture, { ...noFilter, ...filter });
  for (const filter of [
    {},
    { words: 'asha NIGHT desk.png' },
    { use: 'Used' },
    { place: 'Articles' },
    // In India, it was the second of March.
    { since: '2026-03-02' },
    { size: 'Over 500 kB' },
  ])
    expect([filter, isFound(filter)]).toEqual([filter, true]);
  for (const filter of [
    { words: 'lamp' },
    { use: 'Unused' },
    { place: 'City pages' },
    { since: '2026-03-03' },
    { size: 'Over 2 MB' },
  ])
    expect([filter, isFound(filter)]).toEqual([filter, false]);
});
