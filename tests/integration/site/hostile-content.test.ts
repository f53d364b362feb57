import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { isFull } from '../../support/extent.ts';
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

/** Sections with a hostile value in each place: one of them, or all of them at the full extent. */
function hostileSections(): unknown[] {
  const variants = [...samples.values()].flatMap((section) => {
    const byValue = hostile.map(([, other]) => [other, ...eachReplaced(section, other)]);
    return (byValue[0] ?? []).map((_, place) => byValue.map((sections) => sections[place]));
  });
  return isFull ? variants.flat() : variants.map((all, index) => all[index % all.length]);
}

test('sections with hostile values are incomplete or left out, and the rest of the page is shown', async () => {
  const sections = hostileSections();
  expect(sections.length).toBeGreaterThan(500);
  for (let first = 0; first < sections.length; first += sectionsPerPage) {
    const slug = `hostile-${first}`;
    await stack.client('editor').createOrReplace({
      _id: slug,
      _type: 'page',
      title: slug,
      kind: 'standard',
      slug: { _type: 'slug', current: slug },
      sections: [textBlock('one'), ...sections.slice(first, first + sectionsPerPage), textBlock('two')],
    });
    await expectShown(`/${slug}`, ['Section one', 'Section two']);
  }
});

test.each(hostile)('a document whose values are %s has a page', async (name, other) => {
  const kinds = new Map(documents.map((document) => [document._type, document]));
  for (const document of kinds.values()) {
    const fields = Object.keys(document).filter((field) => !field.startsWith('_') && field !== 'slug');
    const bare = { ...document, ...Object.fromEntries(fields.map((field) => [field, other])) };
    for (const [kind, changed] of Object.entries({ bare, whole: allReplaced(document, other) })) {
      // A page of its own, as the edge would serve the last good one.
      const _id = `hostile-${name.replaceAll(' ', '-')}-${kind}`;
      const own = { ...changed, _id, slug: { _type: 'slug', current: _id } };
      const path = pathOf(own);
      if (!path) continue;
      await stack.client('editor').createOrReplace(own);
      await expectShown(path, ['</main>']);
      await stack.client('editor').delete(_id);
    }
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
