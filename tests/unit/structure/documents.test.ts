import { describe, expect, test } from 'vitest';
import { documents as declared, schemaTypes } from '#schemas/index.ts';
import { hrefFor, isPageType, pageTypes } from '#schemas/paths.ts';
import { contentAtPathQuery, documents } from '#web/documents/index.ts';
import { pathOf } from '../../support/seed-content.ts';
import { documents as seed } from '../studio/seed.ts';

const withSlug = declared.filter(({ type }) => type.fields.some(({ name }) => name === 'slug'));

describe('documents', () => {
  test.each(withSlug.map(({ type }) => type.name))('%s, which has a slug, has an address', (_type) => {
    expect(hrefFor({ _type, slug: 'x' })).toMatch(/^\/.*x$/);
  });

  test.each(pageTypes)('%s, which has a page, can be edited and listed in the Studio', (name) => {
    expect(declared.map(({ type }) => type.name)).toContain(name);
  });

  test.each(Object.keys(documents))('%s is asked for at its address', (name) => {
    expect(contentAtPathQuery).toContain(`"${name}": *[_type == "${name}" && slug.current == $${name}][0]{`);
  });

  test.each(pageTypes)('%s has a page in the seed, its sample for tests', (name) => {
    expect(seed.filter(({ _type }) => _type === name).map(pathOf)).not.toEqual([]);
  });

  test('a link can lead to every document with a page', () => {
    const link = schemaTypes.find(({ name }) => name === 'link');
    const fields: unknown = Reflect.get(link ?? {}, 'fields');
    expect(JSON.stringify(fields)).toContain(JSON.stringify(pageTypes.map((type) => ({ type }))));
  });

  test('only documents with a page are pages', () => {
    expect(
      declared
        .map(({ type }) => type.name)
        .filter(isPageType)
        .sort(),
    ).toEqual([...pageTypes].sort());
  });
});
