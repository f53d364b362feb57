import { readFileSync } from 'node:fs';
import path from 'node:path';
import { mayUse } from 'content-lake/permissions';
import { builtInRoles, type Permission, roleSchema } from 'content-lake/roles';
import { describe, expect, test } from 'vitest';
import { type Capability, lakeRoles, may, peopleWho, type RoleName, roles } from '#roles';
import { contentTypes } from '#schemas/index.ts';
import { hrefFor } from '#schemas/paths.ts';
import { toolsFor } from '#studio/access/tools.ts';
import { projectRoot } from '../../../apps/environment/environment.ts';

const everyCapability: Capability[] = [
  'readContent',
  'editContent',
  'editOpenings',
  'answerEnquiries',
  'handleApplications',
  'seeVisits',
  'handlePayments',
  'handlePersonalData',
  'managePeople',
];

/** Repeats the agreed permissions, so that a change in `roles.ts` is deliberate. */
const expected = {
  administrator: everyCapability,
  editor: ['readContent', 'editContent', 'editOpenings', 'answerEnquiries', 'seeVisits'],
  hr: ['readContent', 'editOpenings', 'handleApplications'],
  finance: ['handlePayments'],
  viewer: ['readContent'],
} satisfies Record<RoleName, Capability[]>;

/** Documents that are written in the content lake, by what they are. */
const written = [
  ...contentTypes.map((_type) => ({ is: _type, _type })),
  { is: 'redirect of an opening', _type: 'redirect', from: '/careers/a', to: '/careers' },
  { is: 'redirect of a page', _type: 'redirect', from: '/contact', to: '/careers' },
  { is: 'redirect to another site', _type: 'redirect', from: '/careers/a', to: '//elsewhere.example' },
  { is: 'opening in the trash', _type: 'trashedDocument', documentType: 'jobOpening' },
  { is: 'page in the trash', _type: 'trashedDocument', documentType: 'page' },
  { is: 'preview secret', _type: 'sanity.previewUrlSecret' },
  { is: 'picture', _type: 'sanity.imageAsset' },
  { is: 'file', _type: 'sanity.fileAsset' },
];

/** Repeats what each role may create and update in the content lake. */
const expectedWrites: Record<RoleName, { create: string[]; update: string[] }> = {
  administrator: { create: written.map(({ is }) => is), update: written.map(({ is }) => is) },
  editor: { create: written.map(({ is }) => is), update: written.map(({ is }) => is) },
  hr: {
    create: ['jobOpening', 'redirect of an opening', 'opening in the trash', 'preview secret', 'picture'],
    update: ['jobOpening', 'redirect of an opening', 'opening in the trash', 'preview secret'],
  },
  finance: { create: [], update: [] },
  viewer: { create: [], update: [] },
};

const anonymous = { kind: 'anonymous', id: 'anonymous' } as const;
const rolesInLake = [...builtInRoles, ...lakeRoles.map((role) => roleSchema.parse(role))];
const names = Object.keys(expected);

test('roles have the agreed permissions', () => {
  expect(Object.keys(roles)).toEqual(names);
  for (const [name, allowed] of Object.entries<Capability[]>(expected))
    for (const capability of everyCapability)
      expect([name, capability, may([name], capability)]).toEqual([
        name,
        capability,
        allowed.includes(capability),
      ]);
});

test('several roles add up, and an unknown role has no permission', () => {
  expect(may(['viewer', 'finance'], 'handlePayments')).toBe(true);
  expect(may(['viewer', 'finance'], 'editContent')).toBe(false);
  for (const capability of everyCapability)
    expect(may(['', 'developer', 'constructor', '__proto__'], capability)).toBe(false);
  expect(peopleWho('handlePayments')).toBe('administrators and finance');
  expect(peopleWho('answerEnquiries')).toBe('administrators and editors');
});

describe('the content lake gets the same permissions', () => {
  const document = { _rev: 'r', _createdAt: '2026-01-01T00:00:00Z', _updatedAt: '2026-01-01T00:00:00Z' };
  const page = { ...document, _id: 'home', _type: 'page' };
  const draft = { ...document, _id: 'drafts.home', _type: 'page' };

  test.each(rolesInLake.map((role) => [role.name, role] as const))(
    '%s reads and writes the agreed documents',
    (name, role) => {
      const person = { kind: 'user', id: 'p', name: 'Asha', role, credentialId: 'c' } as const;
      for (const one of [page, draft]) expect(mayUse(person, 'read', one)).toBe(may([name], 'readContent'));
      const writes = (permission: Permission) =>
        written
          .filter((one) => mayUse(person, permission, { ...document, _id: 'drafts.a', ...one }))
          .map(({ is }) => is);
      expect({ [name]: { create: writes('create'), update: writes('update') } }).toEqual({
        [name]: Object.entries(expectedWrites).find(([other]) => other === name)?.[1],
      });
    },
  );

  test('roles that write only some types have a limit for the size of documents', () => {
    const grants = lakeRoles.flatMap((role) => role.grants);
    const unlimited = grants.filter(
      ({ permissions, ...grant }) =>
        permissions.some((one) => one !== 'read' && one !== 'history') && !('maxBytes' in grant),
    );
    expect(unlimited).toEqual([]);
  });

  test('strangers read published documents and write nothing', () => {
    expect([page, draft].map((one) => mayUse(anonymous, 'read', one))).toEqual([true, false]);
    for (const permission of ['create', 'update'] as const)
      expect(mayUse(anonymous, permission, page)).toBe(false);
  });

  test('HR writes redirects only below the address of job openings', () => {
    const hr = rolesInLake.find(({ name }) => name === 'hr');
    const filter = hr?.grants.find((grant) => grant.filter.includes('"redirect"'))?.filter;
    const openings = hrefFor({ _type: 'jobOpening', slug: 'x' })?.replace(/x$/, '');
    expect(filter).toContain(`string::startsWith(from, "${openings}")`);
  });

  test('no other roles', () => {
    expect(rolesInLake.map(({ name }) => name).sort()).toEqual([...names].sort());
  });
});

const allTools = [
  ...['start', 'structure', 'presentation', 'pictures', 'payments', 'applications', 'enquiries'],
  ...['visits', 'personal-data', 'launch', 'handbook', 'vision', 'account'],
];

test.each<[RoleName, string[]]>([
  ['administrator', allTools],
  [
    'editor',
    [
      ...['start', 'structure', 'presentation', 'pictures', 'enquiries', 'visits'],
      ...['launch', 'handbook', 'account'],
    ],
  ],
  ['hr', ['start', 'structure', 'presentation', 'applications', 'handbook', 'account']],
  ['finance', ['payments', 'handbook', 'account']],
  ['viewer', ['start', 'structure', 'presentation', 'pictures', 'handbook', 'account']],
])('the Studio shows the tools of %s', (name, shown) => {
  const tools = allTools.map((tool) => ({ name: tool }));
  const context = { currentUser: { roles: [{ name, title: name }] } };
  expect(toolsFor(tools, context).map((tool) => tool.name)).toEqual(shown);
});

test("the handbook's table lists the same roles in the same order", () => {
  const page = readFileSync(path.join(projectRoot, 'docs/handbook/15-people.md'), 'utf8');
  const titles = [...page.matchAll(/^\| (\w+) +\|/gm)].map(([, title = '']) => title.toLowerCase());
  expect(titles.slice(1)).toEqual(names);
});
