import { describe, expect, test } from 'vitest';
import { toAssistantPrincipal } from '../../access/assistants.ts';
import { requireChangesAllowed } from '../../access/permissions.ts';
import { computeVisibility } from '../../access/principal.ts';
import { builtInRoles } from '../../access/roles.ts';
import { isVisible } from '../../query/perspective.ts';
import type { SanityDocument } from '../../store/document.ts';

const limits = { closed: '_type == "settings"', peopleOnly: ['evidence'] };
const make = (_id: string, more: object = {}): SanityDocument => ({
  _id,
  _type: 'page',
  _rev: 'one',
  _createdAt: '',
  _updatedAt: '',
  ...more,
});

function assistant(roleName: string) {
  const role = builtInRoles.find(({ name }) => name === roleName);
  if (!role) throw new Error(`There is no role ${roleName}`);
  const person = { kind: 'user' as const, id: 'p1', name: 'Asha', role, credentialId: 'c1' };
  return toAssistantPrincipal({ id: 'a1', name: 'Asha’s assistant', person }, limits);
}

/** Returns whether the assistant of a person with the role may make a change. */
function may(
  role: string,
  after: SanityDocument | null,
  before: SanityDocument | null = null,
  published = before,
) {
  const id = (after ?? before)?._id ?? '';
  const change = { id, before, after, mutations: [] };
  try {
    requireChangesAllowed(assistant(role), [change], (one) => (one === id ? after : published));
    return true;
  } catch {
    return false;
  }
}

describe('the access rules let an assistant, whatever a tool sends,', () => {
  test('write drafts', () => {
    expect(may('editor', make('drafts.a'))).toBe(true);
    expect(may('editor', make('drafts.a', { title: 'New' }), make('drafts.a'))).toBe(true);
  });

  test.each<[string, SanityDocument | null, SanityDocument | null]>([
    ['publish', make('a'), null],
    ['change a published document', make('a', { title: 'New' }), make('a')],
    ['delete a published document', null, make('a')],
    ['discard a draft', null, make('drafts.a')],
    ['write a version', make('versions.r1.a'), null],
    ['write the draft of a draft', make('drafts.drafts.a'), null],
    ['write a release', make('_.releases.r1', { _type: 'system.release' }), null],
    ['write a draft of the settings', make('drafts.s', { _type: 'settings' }), null],
    ['turn a draft into a deletion', make('drafts.a', { _system: { delete: true } }), make('drafts.a')],
    ['write evidence', make('drafts.a', { list: [{ evidence: { source: 'x' } }] }), make('drafts.a')],
    ['write a preview secret', make('drafts.a', { _type: 'sanity.previewUrlSecret' }), null],
  ])('never %s', (_what, after, before) => {
    expect(may('administrator', after, before)).toBe(false);
  });

  test('retain evidence that people have entered', () => {
    const claim = { list: [{ evidence: { source: 'x' } }] };
    expect(may('editor', make('drafts.a', { ...claim, title: 'New' }), null, make('a', claim))).toBe(true);
  });

  test('write nothing for a viewer', () => {
    expect(may('viewer', make('drafts.a'))).toBe(false);
  });
});

test.each([
  ['a', 'page', true],
  ['drafts.a', 'page', true],
  ['versions.r1.a', 'page', false],
  ['review.a', 'review', false],
  ['drafts.review.a', 'page', false],
  ['trash.a', 'trashedDocument', false],
  ['_.groups.administrator', 'system.group', false],
  ['drafts.x', 'sanity.previewUrlSecret', false],
])('an assistant sees %s of the type %s: %s', (_id, _type, expected) => {
  expect(isVisible(computeVisibility(assistant('administrator')), make(_id, { _type }))).toBe(expected);
});
