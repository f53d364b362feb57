import { ConcreteRuleClass, createSchema, type SchemaTypeDefinition } from 'sanity';
import { describe, expect, test } from 'vitest';
import { documents as declared, schemaTypes } from '#schemas/index.ts';
import { hrefFor, isPageType, pageTypes } from '#schemas/paths.ts';
import { sections } from '#schemas/sections/index.ts';
import { contentAtPathQuery, documents } from '#web/documents/index.ts';
import studio from '../../../sanity.config.ts';
import { pathOf } from '../../support/seed-content.ts';
import { documents as seed } from '../studio/seed.ts';

const withSlug = declared.filter(({ type }) => type.fields.some(({ name }) => name === 'slug'));

test.each(withSlug.map(({ type }) => type.name))('%s has a slug, so it has an address', (_type) => {
  expect(hrefFor({ _type, slug: 'x' })).toMatch(/^\/.*x$/);
});

test.each(Object.keys(documents))('%s is queried by its address', (name) => {
  expect(contentAtPathQuery).toContain(`"${name}": *[_type == "${name}" && slug.current == $${name}][0]{`);
});

const listed = sections.flatMap(({ lists }) => lists ?? []);
// The parent of all city pages is `cityList` of the settings.
test.each(listed.filter((name) => name !== 'cityPage'))(
  '%s is listed by a section, so its projection has a parent page',
  (name) => {
    const [, query = ''] = contentAtPathQuery.split(`"${name}": *[`);
    const [, own] = query.split(' && slug.current == $');
    expect(own, '`parent` in its projection: the page with this section').toContain('"parent": ');
  },
);

test.each(pageTypes)('%s has a sample page in the seed', (name) => {
  expect(seed.filter(({ _type }) => _type === name).map(pathOf)).not.toEqual([]);
});

test('a link can point to every document type with a page', () => {
  const link = schemaTypes.find(({ name }) => name === 'link');
  const fields: unknown = Reflect.get(link ?? {}, 'fields');
  expect(JSON.stringify(fields)).toContain(JSON.stringify(pageTypes.map((type) => ({ type }))));
});

test('names of types are unique', () => {
  const names = schemaTypes.map(({ name }) => name);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  expect(twice, 'a section, a document and an object share their names: choose another `name`').toEqual([]);
});

test('pageTypes lists exactly the document types with a page', () => {
  expect(
    declared
      .map(({ type }) => type.name)
      .filter(isPageType)
      .sort(),
  ).toEqual([...pageTypes].sort());
});

/** Returns the checks of each validation rule of a type, as the Studio compiles them. */
function rulesOf(types: SchemaTypeDefinition[], name: string): string[][] {
  const type = createSchema({ name: 'test', types }).get(name);
  const compiled = type?.validation;
  const rules = typeof compiled === 'function' ? compiled(ConcreteRuleClass.object(type)) : compiled;
  return (Array.isArray(rules) ? rules : []).map((rule) =>
    typeof rule === 'object' && '_rules' in rule
      ? rule._rules.map((check) => `${check.flag} ${'constraint' in check ? check.constraint : ''}`)
      : [],
  );
}

describe('validation rules', () => {
  const types = 'schema' in studio ? studio.schema?.types : undefined;
  const ofStudio = Array.isArray(types) ? types : [];

  test.each(schemaTypes)('the Studio has all rules of $name', ({ name, type }) => {
    const declared = rulesOf(schemaTypes, name);
    const found = rulesOf(ofStudio, name);
    expect(found.slice(0, declared.length)).toEqual(declared);
    // The Studio adds a rule that blocks a release, and a rule that warns.
    expect(found.slice(declared.length)).toHaveLength(type === 'document' ? 2 : 0);
  });
});
