import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import {
  type Fields,
  membersOf,
  pathOf,
  type SeedDocument,
  seedDocuments,
  textOf,
} from '../../support/seed-content.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { beginPreview, get } from './site.ts';

let stack: Stack;
let staff: string;
beforeAll(async () => {
  stack = await startStack({ parts: ['lake', 'site'] });
  staff = await beginPreview(stack);
});
afterAll(() => stack?.stop());

const deep = Array.from({ length: 20 }).reduce((inner) => ({ _type: 'block', children: [inner] }), 'text');

/** Values that the Studio's forms never write, but programs and assistants can. */
const hostile: [string, unknown][] = [
  ['a number', 42],
  ['an unknown object', { _type: 'unknown', inside: { of: 1 } }],
  ['a mixed list', [null, 5, 'text', ['in a list'], { _type: 'unknown' }, { _type: 'constructor' }]],
  ['null', null],
  ['an unknown text', 'no such value'],
  ['deep nesting', deep],
];

/** The lake refuses these as hostile values. Without a slug, a document has no page. */
const spared = new Set(['_id', '_key', '_ref', 'slug']);

/** Returns copies of a value, each with one member replaced. Of items of the same type, only the first is. */
function eachReplaced(value: unknown, other: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value))
    return value
      .slice(0, 1)
      .flatMap((item) => [other, ...eachReplaced(item, other)].map((changed) => value.with(0, changed)));
  return Object.entries(value)
    .filter(([name]) => !spared.has(name))
    .flatMap(([name, member]) =>
      [other, ...eachReplaced(member, other)].map((changed) => ({ ...value, [name]: changed })),
    );
}

/** Returns a copy with all values replaced that are neither objects nor lists. */
const allReplaced = (document: SeedDocument, other: unknown): SeedDocument =>
  JSON.parse(
    JSON.stringify(document, function (this: unknown, name, value: unknown) {
      const isReference = typeof this === 'object' && this !== null && '_ref' in this;
      const isSpared = name.startsWith('_') || name === 'current' || isReference;
      return typeof value === 'object' || isSpared ? value : other;
    }),
  );

/** Requires that visitors and a preview see all of `texts` on a page. */
async function expectShown(path: string, texts: string[]) {
  for (const cookie of ['', staff])
    await eventually(async () => {
      const { status, html } = await get(stack, path, { cookie });
      expect([path, cookie === '', status]).toEqual([path, cookie === '', 200]);
      for (const text of texts) expect(html, `${path}, a preview: ${cookie !== ''}`).toContain(text);
    });
}

const documents = seedDocuments();
const samples = new Map<string, Fields>();
for (const document of documents.filter(({ _type }) => _type !== 'policy'))
  for (const section of [...membersOf(document, 'sections'), ...membersOf(document, 'overrides')])
    if (!samples.has(textOf(section, '_type'))) samples.set(textOf(section, '_type'), section);

const sectionsPerPage = 120;
const textBlock = (text: string) => ({ _type: 'textBlock', _key: text, heading: `Section ${text}`, text });

test.each(hostile)(
  'sections with %s are left out or incomplete, and the rest of the page is shown',
  async (name, other) => {
    const sections = [...samples.values()].flatMap((section) => [other, ...eachReplaced(section, other)]);
    for (let first = 0; first < sections.length; first += sectionsPerPage) {
      const slug = `${name.replaceAll(' ', '-')}-${first}`;
      const some = sections.slice(first, first + sectionsPerPage);
      await stack.client('editor').create({
        _id: slug,
        _type: 'page',
        title: slug,
        kind: 'standard',
        slug: { _type: 'slug', current: slug },
        sections: [textBlock('one'), ...some, textBlock('two')],
      });
      await expectShown(`/${slug}`, ['Section one', 'Section two']);
    }
  },
);

test.each(hostile)('a page whose own texts are %s is shown', async (_name, other) => {
  const kinds = new Map(documents.map((document) => [document._type, document]));
  for (const document of kinds.values()) {
    const path = pathOf(document);
    if (!path) continue;
    const fields = Object.keys(document).filter((name) => !name.startsWith('_') && name !== 'slug');
    const bare = { ...document, ...Object.fromEntries(fields.map((field) => [field, other])) };
    for (const changed of [bare, allReplaced(document, other)]) {
      await stack.client('editor').createOrReplace(changed);
      await expectShown(path, ['Agency Name', '</main>']);
    }
    await stack.client('editor').createOrReplace(document);
  }
});

test.each(hostile)('pages are shown while settings and shared documents have %s', async (_name, other) => {
  const shared = documents.filter(
    ({ _type }) => _type !== 'redirect' && !pathOf({ _id: '', _type, slug: { current: 'x' } }),
  );
  const write = (all: SeedDocument[]) =>
    stack.client('administrator').mutate(all.map((document) => ({ createOrReplace: document })));
  await write(shared.map((document) => allReplaced(document, other)));
  const home = documents.find(({ _id }) => _id === 'page-contact');
  for (const path of ['/contact', '/', '/seo-services-delhi', '/pay-online', '/prices'])
    await expectShown(
      path,
      path === '/contact' ? [textOf(membersOf(home, 'sections')[0], 'heading')] : ['</main>'],
    );
  await write(shared);
});
