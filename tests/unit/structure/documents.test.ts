import { ConcreteRuleClass, createSchema, type DocumentDefinition, type SchemaTypeDefinition } from 'sanity';
import { describe, expect, test } from 'vitest';
import { documents as declared, schemaTypes } from '#schemas/index.ts';
import { hrefFor, isPageType, pageTypes } from '#schemas/paths.ts';
import { sections } from '#schemas/sections/index.ts';
import { checkedInReleases } from '#studio/publishing/release-rules.ts';
import { contentAtPathQuery, documents } from '#web/documents/index.ts';
import studio from '../../../sanity.config.ts';
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

  test.each(sections.flatMap(({ lists }) => lists ?? []))(
    '%s, which a section lists, has its page above it',
    (name) => {
      const [, query = ''] = contentAtPathQuery.split(`"${name}": *[`);
      const [, own] = query.split(' && slug.current == $');
      expect(own, '`parent` in its projection: the page with this section').toContain('"parent": ');
    },
  );

  test.each(pageTypes)('%s has a page in the seed, its sample for tests', (name) => {
    expect(seed.filter(({ _type }) => _type === name).map(pathOf)).not.toEqual([]);
  });

  test('a link can lead to every document with a page', () => {
    const link = schemaTypes.find(({ name }) => name === 'link');
    const fields: unknown = Reflect.get(link ?? {}, 'fields');
    expect(JSON.stringify(fields)).toContain(JSON.stringify(pageTypes.map((type) => ({ type }))));
  });

  test('no two types have one name', () => {
    const names = schemaTypes.map(({ name }) => name);
    const twice = names.filter((name, index) => names.indexOf(name) !== index);
    expect(twice, 'a section, a document and an object share their names: choose another `name`').toEqual([]);
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

/** The rules of a type as the Studio compiles them: the checks that each makes. */
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

describe('rules of types', () => {
  const types = 'schema' in studio ? studio.schema?.types : undefined;
  const ofStudio = Array.isArray(types) ? types : [];

  test.each(schemaTypes)('all that $name declares are in the Studio', ({ name, type }) => {
    const declared = rulesOf(schemaTypes, name);
    const found = rulesOf(ofStudio, name);
    expect(found.slice(0, declared.length)).toEqual(declared);
    // One that keeps a release from running, and one that warns.
    expect(found.slice(declared.length)).toHaveLength(type === 'document' ? 2 : 0);
  });

  test.each<[form: string, validation: DocumentDefinition['validation']]>([
    ['one rule', (rule) => rule.required()],
    ['several rules', (rule) => [rule.required(), rule.custom(() => true).warning()]],
    ['no rule', undefined],
  ])('a document with %s keeps them in releases', (_form, validation) => {
    const one: DocumentDefinition = { type: 'document', name: 'one', fields: [], validation };
    const declared = rulesOf([one], 'one');
    expect(rulesOf([checkedInReleases(one)], 'one').slice(0, declared.length)).toEqual(declared);
  });
});
