import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { may, type RoleName } from '#roles';
import { csvRow, withoutGuard } from '#web/contracts/csv.ts';

/** Answers as the content API does: whoever shows `session-of-finance`, as a token or a cookie, has the role finance. */
const contentApi = createServer(({ headers }, response) => {
  const [, role] = /session-of-(\w+)$/.exec(headers.authorization ?? headers.cookie ?? '') ?? [];
  response.statusCode = role ? 200 : 401;
  response.end(JSON.stringify(role ? { id: `p-${role}`, name: role, role, roles: [{ name: role }] } : {}));
});

type Modules = typeof import('#web/staff/require-staff.ts') & typeof import('#web/staff/session.ts');
let modules: Modules;

beforeAll(async () => {
  await new Promise<void>((resolve) => contentApi.listen(0, '127.0.0.1', resolve));
  const address = contentApi.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  vi.stubEnv('SANITY_API_HOST', `http://127.0.0.1:${port}`);
  for (const name of ['SANITY_PROJECT_ID', 'SANITY_API_READ_TOKEN', 'SANITY_WEBHOOK_SECRET'])
    vi.stubEnv(name, 'unused');
  // Settings are read once in a process, and another file may have read its own.
  vi.resetModules();
  modules = {
    ...(await import('#web/staff/require-staff.ts')),
    ...(await import('#web/staff/session.ts')),
  };
});
afterAll(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
  contentApi.close();
});

const names: RoleName[] = ['administrator', 'editor', 'hr', 'finance', 'viewer'];
const from = (token?: string) =>
  new Request('http://site/api/payments', { headers: token ? { authorization: `Bearer ${token}` } : {} });

describe.each(names)('a call by %s', (name) => {
  test('is let in where the table of roles allows it', async () => {
    for (const capability of ['handlePayments', 'answerEnquiries'] as const) {
      const admitted = await modules.requireStaff(from(`session-of-${name}`), { what: 'it', capability });
      if (may([name], capability)) expect(admitted).toEqual({ staff: { id: `p-${name}`, name } });
      else expect(admitted).toMatchObject({ error: { status: 403 } });
    }
  });

  test('reads drafts where the table allows it', async () => {
    const headers = new Headers({ cookie: `session=session-of-${name}` });
    expect(await modules.readsContent(headers)).toBe(may([name], 'readContent'));
  });
});

test.each([undefined, 'nobody-knows-this-token', 'short'])(
  'without a session (%s) there is 401',
  async (token) => {
    const answer = await modules.requireStaff(from(token), {
      what: 'payments',
      capability: 'handlePayments',
    });
    expect(answer).toMatchObject({ error: { status: 401 } });
  },
);

describe('a cell of a spreadsheet', () => {
  test.each(['=1+1', '+91 98765', '-5', '@SUM(A1)', '\t=1', '＝1', 'a;=1'])('%s is no formula', (text) => {
    const row = csvRow([text]);
    expect(row).toMatch(/^"(.*;)?'/);
    expect(withoutGuard(row.slice(1, -3))).toBe(text);
  });
  test('paise are rupees with two decimals, and quotes are doubled', () => {
    expect(csvRow([149_950, 'a "b"', null, -5])).toBe('1499.50,"a ""b""",,-0.05\r\n');
  });
});
