import { createServer } from 'node:http';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { may, type RoleName } from '#roles';
import { csvRow, importRow, withoutGuard } from '#web/contracts/csv.ts';
import { staffFailureResponse } from '#web/payments/payment-route.ts';
import { GatewayError } from '#web/payments/razorpay/client.ts';
import type { StaffEnv } from '#web/staff/staff-route.ts';
import { listen } from '../../support/listen.ts';
import { resetModules } from '../../support/reset-modules.ts';

const hasEnded = new Set<string>();

/** Responds as the content API does: `session-of-finance` has the role finance, `session-of-nobody` has none. */
const contentApi = createServer(({ headers }, response) => {
  const session = headers.authorization ?? headers.cookie ?? '';
  const [, role] = hasEnded.has(session) ? [] : (/session-of-(\w+)$/.exec(session) ?? []);
  response.statusCode = session.endsWith('failing-session') ? 500 : role ? 200 : 401;
  const roles = role && role !== 'nobody' ? { role, roles: [{ name: role }] } : {};
  response.end(JSON.stringify(role ? { id: `p-${role}`, name: role, ...roles } : {}));
});

type Modules = typeof import('#web/staff/require-staff.ts') &
  typeof import('#web/staff/session.ts') &
  typeof import('#web/staff/open-to-staff.ts') &
  typeof import('#web/staff/staff-route.ts');
let modules: Modules;

beforeAll(async () => {
  vi.stubEnv('SANITY_API_HOST', `http://127.0.0.1:${await listen(contentApi)}`);
  for (const name of ['SANITY_PROJECT_ID', 'SANITY_API_READ_TOKEN', 'SANITY_WEBHOOK_SECRET'])
    vi.stubEnv(name, 'unused');
  // Settings are read once per process, and another file may have read different ones.
  resetModules();
  modules = {
    ...(await import('#web/staff/require-staff.ts')),
    ...(await import('#web/staff/session.ts')),
    ...(await import('#web/staff/open-to-staff.ts')),
    ...(await import('#web/staff/staff-route.ts')),
  };
});
afterAll(() => {
  vi.unstubAllEnvs();
  resetModules();
  contentApi.close();
});

const names: RoleName[] = ['administrator', 'editor', 'hr', 'finance', 'viewer'];
const from = (token?: string) =>
  new Request('http://site/api/payments', { headers: token ? { authorization: `Bearer ${token}` } : {} });

describe.each(names)('a call by %s', (name) => {
  test('is allowed according to the table of roles', async () => {
    for (const capability of ['handlePayments', 'answerEnquiries'] as const) {
      const admitted = await modules.requireStaff(from(`session-of-${name}`), { what: 'it', capability });
      if (may([name], capability)) expect(admitted).toEqual({ staff: { id: `p-${name}`, name } });
      else expect(admitted).toMatchObject({ error: { status: 403 } });
    }
  });

  test('reads drafts according to the table of roles', async () => {
    const headers = new Headers({ cookie: `session=session-of-${name}` });
    expect(await modules.mayReadContent(headers)).toBe(may([name], 'readContent'));
  });
});

test('a person without a role reads no drafts', async () => {
  expect(await modules.mayReadContent(new Headers({ cookie: 'session=session-of-nobody' }))).toBe(false);
});

test('a session that has ended is accepted for at most half a second', async () => {
  const cookie = 'session=ending-session-of-editor';
  const mayRead = () => modules.mayReadContent(new Headers({ cookie }));
  expect(await mayRead()).toBe(true);
  hasEnded.add(cookie);
  const later = performance.now() + 501;
  const clock = vi.spyOn(performance, 'now').mockReturnValue(later);
  try {
    expect(await mayRead()).toBe(false);
  } finally {
    clock.mockRestore();
  }
});

test.each([
  [undefined, 401],
  ['nobody-knows-this-token', 401],
  ['short', 401],
  // The content API cannot check it, so nobody is signed out.
  ['failing-session', 503],
])('a call with the session %s is %i', async (token, status) => {
  const result = await modules.requireStaff(from(token), { what: 'it', capability: 'handlePayments' });
  expect(result).toMatchObject({ error: { status } });
});

describe('the calls of one part', () => {
  const responseTo = async (path: string, method = 'GET', body?: string, role = 'finance') => {
    const { openToStaff, checkedBody, checkedQuery, refuse } = modules;
    const routes = new Hono<StaffEnv<{ rows: string[] }>>()
      .get('/', checkedQuery(z.object({ from: z.iso.date().optional() })), (c) =>
        c.json({ rows: c.var.work.rows, ...c.req.valid('query') }),
      )
      .get('/export', () => new Response('a,b'))
      .post('/:id', checkedBody(z.object({ note: z.string().min(3, 'Say why') })), (c) =>
        c.req.param('id') === 'gone'
          ? refuse(404, 'There is no such row.')
          : c.json({ by: c.var.staff.name, ...c.req.valid('json') }, 201),
      )
      .get('/broken', () => {
        throw new Error('secret');
      });
    const api = openToStaff(
      '/api/part',
      { what: 'parts', capability: 'handlePayments' },
      {
        open: async () => ({ rows: ['a'] }),
        routes,
        failed: (_, action) => ({ status: 503, body: { error: action } }),
      },
    );
    const response = await api(
      new Request(`http://site/api/part${path}`, {
        method,
        headers: { authorization: `Bearer session-of-${role}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body }),
      }),
    );
    expect(response.headers.get('cache-control')).toBe('no-store');
    const text = await response.text();
    return [response.status, text.startsWith('{') ? JSON.parse(text) : text];
  };

  const [why, wrong] = ['This filter is not valid.', 'Some details are not right.'];
  test.each([
    { path: '', status: 200, said: { rows: ['a'] } },
    { path: '?from=2026-01-01', status: 200, said: { rows: ['a'], from: '2026-01-01' } },
    { path: '?from=x', status: 400, said: { error: why, fieldErrors: expect.anything() } },
    { path: '/export', status: 200, said: 'a,b' },
    { path: '/x', sent: '{"note":"why"}', status: 201, said: { by: 'finance', note: 'why' } },
    {
      path: '/x',
      sent: '{"note":""}',
      status: 400,
      said: { error: wrong, fieldErrors: { note: 'Say why' } },
    },
    { path: '/x', sent: '{', status: 400, said: { error: wrong, fieldErrors: expect.anything() } },
    { path: '/x', sent: `{"note":"${'x'.repeat(20_000)}"}`, status: 413, said: { error: expect.anything() } },
    { path: '/gone', sent: '{"note":"why"}', status: 404, said: { error: 'There is no such row.' } },
    { path: '/broken', status: 503, said: { error: 'reading parts' } },
    { path: '/a/b', status: 404, said: { error: 'There is no such API route.' } },
  ])('$path gets the response $status', async ({ path, sent, status, said }) => {
    const response = await responseTo(path, sent === undefined ? 'GET' : 'POST', sent);
    expect(response).toEqual([status, said]);
  });

  test('another role is 403', async () => {
    expect((await responseTo('', 'GET', undefined, 'editor'))[0]).toBe(403);
  });
});

test.each([
  ['POST', { origin: 'http://site' }, true],
  ['POST', {}, false],
  ['GET', {}, true],
])('a session cookie with %s and the headers %j is accepted: %s', async (method, headers, accepted) => {
  const request = new Request('http://site/api/payments', {
    method,
    headers: { cookie: 'session=session-of-finance', ...headers },
  });
  const admitted = await modules.requireStaff(request, { what: 'it', capability: 'handlePayments' });
  expect('staff' in admitted).toBe(accepted);
});

describe('a spreadsheet cell', () => {
  test.each(['=1+1', '+91 98765', '-5', '@SUM(A1)', '\t=1', '＝1', 'a;=1'])('%s is not a formula', (text) => {
    const row = csvRow([text]);
    expect(row).toMatch(/^"(.*;)?'/);
    expect(withoutGuard(row.slice(1, -3))).toBe(text);
  });
  test.each([
    ['a UTR of 12 digits', '412345678901'],
    ['leading zeros', '00042'],
    ['a day and a month', '1/2'],
    ['the short name of a month', 'Mar-26'],
    ['a day', '2026-03-31'],
    ['a time', '10:30 pm'],
    ['a financial year', '2026-27'],
    ['an exponent with a sign', '1.5e-7'],
    ['a decimal with a zero at the end', '1.10'],
    ['a percentage', '10%'],
    ['an amount', '₹ 42'],
    ['an amount in letters', 'Rs 42'],
    ['a negative number in brackets', '(42)'],
    ['spaces around a number', ' 42 '],
    ['digits of Hindi', '०४२'],
    ['a truth value', 'true'],
  ])('%s, “%s”, stays text', (_what, text) => {
    expect(csvRow([text])).toBe(`"=""${text}"""\r\n`);
    expect(withoutGuard(`="${text}"`)).toBe(text);
    // Zoho Books reads each text literally.
    expect(importRow([text])).toBe(`"${text}"\r\n`);
  });

  test.each([
    '42',
    '9876543210',
    '28.4594965',
    '2026-03-31 16:05:00',
    'INV-0042',
    'A-1/2026-27',
    'March',
    '',
    'true story',
  ])('“%s” needs no guard', (text) => {
    expect(csvRow([text])).toBe(`"${text}"\r\n`);
    expect(withoutGuard(text)).toBe(text);
  });

  test('a guard is never made of text from outside', () => {
    for (const text of ['="1"', '"1"', '1"&cmd|"2', '=1+1']) {
      const row = csvRow([text]);
      expect(row).not.toMatch(/^"=/);
      expect(withoutGuard(row.slice(1, -3).replaceAll('""', '"'))).toBe(text);
    }
  });

  test('paise are rupees with two decimals, and quotes are doubled', () => {
    expect(csvRow([149_950, 'a "b"', null, -5])).toBe('1499.50,"a ""b""",,-0.05\r\n');
  });
});

test.each([
  ['refused', 'Razorpay refused this: The payment has been fully refunded already.'],
  ['unauthorised', 'Razorpay does not accept our keys. Ask the administrator to check them.'],
  ['timeout', 'Razorpay did not respond in time. Try again.'],
] as const)(
  'staff see Razorpay’s own message when it is %s, and not the text for payers',
  (kind, message) => {
    // Some of Razorpay's sentences end with a full stop.
    for (const end of ['', '.', ' .']) {
      const error = new GatewayError(kind, {
        description: `The payment has been fully refunded already${end}`,
      });
      expect(staffFailureResponse(error, 'refunding').body).toMatchObject({ error: message });
    }
  },
);
