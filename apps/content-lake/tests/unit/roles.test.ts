import { expect, test } from 'vitest';
import { builtInRoles } from '../../access/roles.ts';
import { readConfig } from '../../config.ts';

const role = (filter: string, permissions: string[]) =>
  JSON.stringify([{ name: 'team', title: 'Team', description: 'A team', grants: [{ filter, permissions }] }]);

test.each(['_type == "job"', '_id in path("*")', '!(_id in path("drafts.**"))'])(
  'a role that reads only some documents is refused: %s',
  (filter) => {
    const start = () => readConfig({ CONTENT_LAKE_ROLES: role(filter, ['read']) });
    expect(start).toThrow(/CONTENT_LAKE_ROLES.*reads all documents or none/s);
  },
);

test('a role reads everything and writes what its filter allows', () => {
  for (const [filter, permissions] of [
    ['_id in path("**")', ['read', 'history']],
    ['_type == "job"', ['create', 'update']],
  ] as const)
    expect(readConfig({ CONTENT_LAKE_ROLES: role(filter, [...permissions]) }).roles).toHaveLength(4);
});

test("the package's descriptions of roles do not mention the site", () => {
  const text = JSON.stringify(builtInRoles);
  expect(text).not.toMatch(/payment|people/);
});
