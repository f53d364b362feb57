import { describe, expect, test } from 'vitest';
import type { Visibility } from '../../access/principal.ts';
import { project, readPerspective } from '../../query/perspective.ts';
import type { SanityDocument } from '../../store/document.ts';

describe('the perspective parameter', () => {
  test.each([
    [undefined, '1', 'raw'],
    [undefined, '2025-01-01', 'raw'],
    [undefined, '2025-02-19', ['published']],
    [undefined, 'X', ['published']],
    ['raw', '2025-02-19', 'raw'],
    ['previewDrafts', '1', ['drafts', 'published']],
    ['drafts', '1', ['drafts', 'published']],
    ['summer,drafts', '1', ['summer', 'drafts', 'published']],
  ])('%s with API version %s is %j', (given, version, expected) => {
    expect(readPerspective(given, version)).toEqual(expected);
  });

  test.each(['drafts,raw', 'a b', '', '../x,published'].filter(Boolean))('%s is refused', (given) => {
    expect(() => readPerspective(given, '1')).toThrow(/Invalid perspective/);
  });
});

describe('documents in a perspective', () => {
  const make = (_id: string): SanityDocument => ({
    _id,
    _type: 't',
    _rev: _id,
    _createdAt: '',
    _updatedAt: '',
  });
  const stored = new Map(
    ['a', 'drafts.a', 'versions.summer.a', 'drafts.b', '_.system', 'c'].map((id) => [id, make(id)]),
  );
  stored.set('versions.summer.c', { ...make('versions.summer.c'), _system: { delete: true } });
  const see = (id: string, perspective: Parameters<typeof project>[1], sees: Visibility = 'everything') =>
    project(id, perspective, sees, (otherId) => stored.get(otherId)).document?._rev;

  test('the first layer with the document wins', () => {
    expect(see('a', ['published'])).toBe('a');
    expect(see('a', ['drafts', 'published'])).toBe('drafts.a');
    expect(see('a', ['summer', 'drafts', 'published'])).toBe('versions.summer.a');
    expect(see('b', ['published'])).toBeUndefined();
    expect(see('drafts.b', ['drafts', 'published'])).toBe('drafts.b');
  });

  test('a release hides the documents that it unpublishes', () => {
    expect(see('c', ['published'])).toBe('c');
    expect(see('c', ['summer', 'published'])).toBeUndefined();
  });

  test('anonymous clients see only ids without a dot in every perspective', () => {
    expect(see('a', ['drafts', 'published'], 'public')).toBe('a');
    for (const id of ['drafts.a', 'drafts.b', 'versions.summer.a', '_.system'])
      for (const perspective of ['raw', ['drafts', 'published'], ['summer', 'published']] as const)
        expect(see(id, perspective === 'raw' ? perspective : [...perspective], 'public')).toBeUndefined();
  });
});
