import { z } from 'zod';
import type { SignedIn } from '../access/principal.ts';
import { describeRole, type Role } from '../access/roles.ts';
import { httpError } from '../errors.ts';
import type { Lake } from '../lake.ts';
import { kilobyte } from '../units.ts';
import { type LakeApp, readJson, signedIn } from './request.ts';

const maxBody = 256 * kilobyte;
const keyValuesSchema = z.array(z.object({ key: z.string().min(1).max(500), value: z.unknown() })).max(100);

export function userRoutes(app: LakeApp, lake: Lake) {
  const { projectId } = lake.config;
  keyValueRoutes(app, lake);

  app.get('/:version/users/me', (c) => {
    const principal = signedIn(c);
    return c.json({ ...describeUser(principal.id, principal, projectId), isCurrentUser: true });
  });

  // The package that provides the accounts has its own sign-in page.
  app.get('/:version/auth/providers', (c) => c.json({ thirdPartyLogin: false, providers: [] }));

  app.get('/:version/auth/id', (c) => c.json({ id: signedIn(c).id, expiry: null }));

  app.post('/:version/auth/logout', (c) => {
    const principal = c.get('principal');
    // API tokens are revoked on the command line only.
    if (principal.kind === 'user') lake.accounts?.signOut(principal);
    return c.body(null, 204, { 'Clear-Site-Data': '"storage"' });
  });

  app.get('/:version/users/:ids', (c) => people(c.req.param('ids'), signedIn(c)));
  app.get('/:version/projects/:project/users/:ids', (c) => people(c.req.param('ids'), signedIn(c)));

  function people(given: string, me: SignedIn): Response {
    const ids = given.split(',').slice(0, 200);
    const users = ids.flatMap((id) => {
      const userId = id === 'me' ? me.id : id;
      const user = lake.accounts?.find(userId) ?? lake.control.credentials.user(userId);
      return user ? [{ ...describeUser(userId, user, projectId), isCurrentUser: userId === me.id }] : [];
    });
    if (ids.length > 1) return Response.json(users);
    if (!users[0]) throw httpError(404, 'User not found');
    return Response.json(users[0]);
  }
}

function keyValueRoutes(app: LakeApp, { control: { db } }: Lake) {
  app.get('/:version/users/me/keyvalue/:keys', (c) => {
    const { id } = signedIn(c);
    const find = db.prepare<[string, string], { value: string; updated: string }>(
      'SELECT value, updated FROM keyvalue WHERE user_id = ? AND key = ?',
    );
    const keys = c.req.param('keys').split(',').slice(0, 100);
    return c.json(
      keys.map((key) => {
        const row = find.get(id, key);
        const value: unknown = row ? JSON.parse(row.value) : null;
        return { key, value, ...(row ? { updatedAt: row.updated } : {}) };
      }),
    );
  });

  app.put('/:version/users/me/keyvalue', async (c) => {
    const { id } = signedIn(c);
    const pairs = await readJson(c, keyValuesSchema, maxBody);
    const updated = new Date().toISOString();
    const put = db.prepare(
      'INSERT OR REPLACE INTO keyvalue (user_id, key, value, updated) VALUES (?, ?, ?, ?)',
    );
    db.transaction(() => {
      for (const { key, value } of pairs) put.run(id, key, JSON.stringify(value ?? null), updated);
    })();
    return c.json(
      pairs.map(({ key, value }) => ({ key, value: value ?? null, createdAt: updated, updatedAt: updated })),
    );
  });
}

function describeUser(id: string, { name, role }: { name: string; role: Role }, projectId: string) {
  return {
    id,
    projectId,
    name,
    displayName: name,
    givenName: name,
    familyName: null,
    middleName: null,
    email: '',
    profileImage: null,
    imageUrl: null,
    provider: 'local',
    createdAt: '2024-01-01T00:00:00.000Z',
    updatedAt: '2024-01-01T00:00:00.000Z',
    isCurrentUser: false,
    role: role.name,
    roles: [describeRole(role)],
  };
}
