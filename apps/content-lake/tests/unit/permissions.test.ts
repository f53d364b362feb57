import { expect, test } from 'vitest';
import { requireChangesAllowed, requireMayUpdate } from '../../access/permissions.ts';
import { anonymous, type Principal, requireReader } from '../../access/principal.ts';
import { builtInRoles, type Role, roleSchema } from '../../access/roles.ts';
import type { SanityDocument } from '../../store/document.ts';

const maxBytes = 1000;
const role = roleSchema.parse({
  ...{ name: 'team', title: 'Team', description: 'Writes small openings' },
  grants: [{ filter: '_type == "opening"', permissions: ['create', 'update'], maxBytes }],
});
const personWith = (role: Role) =>
  ({ kind: 'user', id: 'p', name: 'Asha', role, credentialId: 'c' }) as const;
const author = personWith(role);

const make = (_id: string, _type: string, text = ''): SanityDocument => ({
  ...{ _id, _type, text, _rev: 'r' },
  ...{ _createdAt: '2026-01-01T00:00:00Z', _updatedAt: '2026-01-01T00:00:00Z' },
});

/** Changes one document as a role that writes only openings of at most 1,000 bytes. */
const change = (
  before: SanityDocument | null,
  after: SanityDocument | null,
  stored: SanityDocument[] = [],
) => {
  const id = (after ?? before)?._id ?? '';
  const find = (other: string) => stored.find(({ _id }) => _id === other) ?? null;
  requireChangesAllowed(author, [{ id, before, after, mutations: [] }], find);
};

const [opening, page] = [make('a', 'opening'), make('a', 'page')];
const [draft, version] = [make('drafts.a', 'opening'), make('versions.summer.a', 'opening')];

test('a role writes what its filter allows', () => {
  change(null, draft);
  change(draft, draft, [opening]);
  change(opening, null);
});

test.each([
  ['creates another type', null, page, []],
  ['changes the type', page, opening, []],
  ['deletes another type', page, null, []],
  ['covers a published document of another type with a draft', null, draft, [page]],
  ['covers a published document of another type with a version', null, version, [page]],
  ['publishes below a draft of another type', null, opening, [make('drafts.a', 'page')]],
])('a role is refused if it %s', (_, before, after, stored) => {
  expect(() => change(before, after, stored)).toThrow(/Insufficient permissions/);
});

test('a role with a size limit is refused a larger document, but may delete one', () => {
  const large = make('a', 'opening', 'x'.repeat(maxBytes));
  expect(() => change(opening, large)).toThrow(/larger than/);
  change(large, null);
});

const builtIn = (name: string) => personWith(builtInRoles.find((one) => one.name === name) ?? role);

test.each<[string, number | undefined, Principal]>([
  ['an editor', undefined, builtIn('editor')],
  ['a viewer', undefined, builtIn('viewer')],
  ['a role without grants to read', 403, author],
  ['a stranger', 401, anonymous],
])('what could reveal content is refused to %s with %s', (_, status, principal) => {
  const read = () => requireReader(principal);
  if (status === undefined) expect(read()).toBe(principal);
  else expect(read).toThrow(expect.objectContaining({ status }));
});

test.each<[string, boolean, Principal, SanityDocument]>([
  ['an editor', true, builtIn('editor'), page],
  ['a viewer', false, builtIn('viewer'), page],
  ['a role that writes its type', true, author, opening],
  ['a role that writes another type', false, author, page],
  ['a stranger', false, anonymous, page],
])('%s may patch a document: %s', (_, expected, principal, document) => {
  const patch = () => requireMayUpdate(principal, document);
  if (expected) patch();
  else expect(patch).toThrow(/Insufficient permissions/);
});
