import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { authenticate, whenSignedOut } from '../../access/authenticate.ts';
import { type Control, openControl } from '../../access/control.ts';

let folder: string;
let control: Control;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'control-'));
  control = openControl(folder);
});
afterEach(() => {
  control.close();
  rmSync(folder, { recursive: true });
});

const as = (authorization?: string) =>
  authenticate({ control, accounts: undefined }, 'GET', new Headers(authorization ? { authorization } : {}));

test('an invalid token is refused instead of being anonymous', () => {
  expect(as()?.kind).toBe('anonymous');
  for (const header of ['Bearer not-a-token', 'Bearer', 'Basic x'])
    expect(as(header), header).toBeUndefined();
});

test('a stream ends after its token is revoked', async () => {
  const { token } = control.credentials.createToken({ name: 'Of a test', role: 'viewer' });
  const principal = as(`Bearer ${token}`);
  if (!principal || principal.kind === 'anonymous') throw new Error('The token is not accepted.');
  let hasEnded = false;
  const stop = whenSignedOut({ control, accounts: undefined }, principal, () => {
    hasEnded = true;
  });
  control.credentials.revoke(principal.credentialId);
  await expect.poll(() => hasEnded).toBe(true);
  stop();
});
