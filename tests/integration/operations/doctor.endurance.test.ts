import { execFile, execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:https';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { projectRoot } from '../../../apps/environment/environment.ts';
import { findFreePorts } from '../../../apps/environment/ports.ts';
import { writeBackup } from '../../support/backups.ts';
import { closeAfterwards } from '../../support/close-afterwards.ts';
import { listen } from '../../support/listen.ts';
import { startProxy } from '../../support/nginx.ts';
import { openShop } from '../payments/shop.ts';

// A whole deployment: the shipped proxy with TLS, the site, its lake, and the sandbox instead of Razorpay.
const http = await findFreePorts(2);
const SITE_URL = `https://www.agency.test:${http + 1}`;
const shop = await closeAfterwards(openShop({ SITE_URL }, ['lake', 'sandbox', 'site']));
const { settings, dataDir } = shop.stack;
const proxy = await closeAfterwards(startProxy([settings.port], { http, https: http + 1 }));
const file = (name: string) => path.join(dataDir, name);
writeFileSync(file('ca.pem'), proxy.ca);
mkdirSync(file('backups'));
await writeBackup(file('backups'), 0);
const env = {
  SITE_URL,
  DATA_DIR: dataDir,
  BACKUP_DIR: file('backups'),
  PORT: String(settings.port),
  CONTENT_LAKE_PORT: String(settings.lakePort),
  RAZORPAY_SANDBOX_PORT: String(settings.sandboxPort),
  NODE_EXTRA_CA_CERTS: file('ca.pem'),
  NODE_OPTIONS: `--import ${path.join(projectRoot, 'tests/support/resolve-site-name.mjs')}`,
};

/** Runs the doctor. Returns its lines by subject, its errors and its exit code. */
async function examine(
  change: Record<string, string> = {},
  user: { uid?: number; gid?: number } = {},
  args: string[] = [],
) {
  const { code, output } = await new Promise<{ code: unknown; output: string }>((resolve) =>
    execFile(
      process.execPath,
      ['apps/doctor/cli.ts', ...args],
      { cwd: projectRoot, env: { ...process.env, ...env, ...change }, ...user },
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    ),
  );
  const lines = output
    .trim()
    .split('\n')
    // Lines of the site's log.
    .filter((line) => !line.startsWith('{'));
  for (const line of lines) expect(line).toMatch(/^(ok|warn|error) +[A-Z]/);
  const about = (subject: string) => lines.filter((line) => line.slice(7).startsWith(subject)).join('\n');
  return { code, output, about, errors: lines.filter((line) => line.startsWith('error')) };
}

test('a working deployment has no errors', async () => {
  const { bill, paid } = await shop.paidBill();
  expect((await shop.verify(bill, paid)).status).toBe(200);
  await expect
    .poll(async () => (await shop.ledger.selectFrom('jobs').selectAll().execute()).length)
    .toBeGreaterThan(3);
  const { about, errors, code, output } = await examine();
  for (const subject of ['Data folder', 'Disk', 'Site', 'Links', 'Address', 'Database', 'Webhook', 'Jobs'])
    expect(about(subject), output).toMatch(/^ok/m);
  expect(about('Certificate'), 'the certificate of the tests lasts two days').toMatch(/^error.*Valid/);
  expect(about('Payments')).toContain('Payments are in test mode');
  expect(about('Backup')).toContain('is on the same disk as the data');
  expect(errors.filter((line) => !/ Secrets | Certificate /.test(line))).toEqual([]);
  expect(code).toBe(errors.length > 0 ? 1 : 0);
  for (const secret of Object.values({ ...shop.stack.secrets, sandboxKeyId: '-' }).filter(
    (one) => one !== '-',
  ))
    expect(output).not.toContain(secret);
});

test('reports an expired certificate and another site at the address', async () => {
  const folder = shop.stack.dataDir;
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
  const name = ['-subj', '/CN=www.agency.test', '-addext', 'subjectAltName=DNS:www.agency.test'];
  openssl('req', '-newkey', 'rsa:2048', '-nodes', ...name, '-keyout', 'key.pem', '-out', 'request.pem');
  const expired = ['-days', '-1', '-copy_extensions', 'copy', '-signkey', 'key.pem', '-out', 'cert.pem'];
  openssl('x509', '-req', '-in', 'request.pem', ...expired);
  const [key, cert] = ['key.pem', 'cert.pem'].map((file) => readFileSync(path.join(folder, file)));
  const server = createServer({ key, cert }, (_request, response) => response.end('a parked domain'));
  const port = await findFreePorts(1);
  await new Promise<void>((resolve) => server.listen(port, resolve));
  try {
    const SITE_URL = `https://www.agency.test:${port}`;
    const old = await examine({ SITE_URL, NODE_EXTRA_CA_CERTS: path.join(folder, 'cert.pem') });
    expect(old.about('Certificate')).toMatch(/^error.*EXPIRED.*certbot renew/);
    expect(old.about('Address')).toMatch(/^error.*another site/);
    const plain = await examine({ SITE_URL: SITE_URL.replace('https', 'http') });
    expect(plain.about('Address')).toMatch(/^error.*TLS/);
  } finally {
    server.close();
  }
});

test('reports old and missing backups, and secrets that other users can read', async () => {
  const old = path.join(shop.stack.dataDir, 'old-backups');
  mkdirSync(old);
  await writeBackup(old, 72);
  const secrets = path.join(shop.stack.dataDir, 'secrets.json');
  chmodSync(secrets, 0o644);
  const { about } = await examine({ BACKUP_DIR: old });
  expect(about('Backup')).toMatch(/^error.*72 hours old\. .*npm run backup/m);
  expect(about('Secrets')).toMatch(/^error.*chmod 600 .*secrets\.json/);
  chmodSync(secrets, 0o600);
  expect((await examine({ BACKUP_DIR: '' })).about('Backup')).toMatch(/^error.*Set BACKUP_DIR/);
  expect((await examine({ BACKUP_DIR: secrets })).about('Backup')).toMatch(
    /^error.*none in .*\. To see why, run: npm run backup/m,
  );
  // A backup that was cut short does not count.
  const cut = path.join(dataDir, 'cut-backups');
  mkdirSync(cut);
  await writeBackup(cut, 0);
  truncateSync(path.join(cut, readdirSync(cut)[0] ?? ''), 100);
  expect((await examine({ BACKUP_DIR: cut })).about('Backup')).toMatch(/^error.*none in .*damaged/m);
  const ahead = new Date(Date.now() + 365 * 24 * 3_600_000).toISOString();
  const future = { at: ahead, actor: 'nobody', act: 'from the future', subject: 'x' };
  await shop.ledger.insertInto('audit').values(future).execute();
  expect((await examine()).about('Clock')).toMatch(/^error.*The ledger has a row dated .*in the future/m);
  await shop.ledger.deleteFrom('audit').where('act', '=', 'from the future').execute();
});

test('reports a folder of another user, an unwritable folder and a folder without a site', async () => {
  const folder = path.join(shop.stack.dataDir, 'other');
  mkdirSync(folder);
  copyFileSync(path.join(shop.stack.dataDir, 'secrets.json'), path.join(folder, 'secrets.json'));
  chmodSync(shop.stack.dataDir, 0o755);
  const [nobody] = [65_534];
  if (process.getuid?.() === 0) {
    chownSync(folder, nobody, nobody);
    expect((await examine({ DATA_DIR: folder })).output).toMatch(/^error.*sudo -u '#65534' npm run doctor/);
  }
  chmodSync(folder, 0o500);
  const user = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  const locked = await examine({ DATA_DIR: folder }, user);
  expect(locked.output).toMatch(/^error.*cannot be written \(EACCES.*chmod u\+rwx/);
  expect(locked.code).toBe(1);
  const none = await examine({ DATA_DIR: path.join(folder, 'none') });
  expect(none.output).toMatch(/^error.*has no data of a site.*DATA_DIR/);
  rmSync(folder, { recursive: true });
  expect((await examine({ PORT: 'abc' })).output).toContain('PORT must be a number');
});

test('reports a refused key, a wrong clock, a silent webhook and a late job', async () => {
  const file = path.join(shop.stack.dataDir, 'secrets.json');
  const original = readFileSync(file, 'utf8');
  writeFileSync(file, original.replace(shop.stack.secrets.sandboxKeySecret, 'another-secret-of-24-letters'));
  const refused = await examine();
  writeFileSync(file, original);
  expect(refused.about('Payments')).toMatch(/error.*refuses the key .* \(401\).*RAZORPAY_KEY_SECRET/);

  const ahead = 'data:text/javascript,const%20now=Date.now;Date.now=()=>now()%2B3600000';
  const late = await examine({ NODE_OPTIONS: `${env.NODE_OPTIONS} --import ${ahead}` });
  expect(late.about('Clock')).toMatch(/^error.*360\d s ahead of Razorpay.*timedatectl/m);

  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  await shop.ledger
    .updateTable('payments')
    .set({ created_at: ago(1) })
    .execute();
  await shop.ledger
    .updateTable('jobs')
    .set({ ran_at: ago(2) })
    .where('name', '=', 'webhook')
    .execute();
  const silent = await examine();
  expect(silent.about('Webhook')).toMatch(/^error.*activate .*\/api\/razorpay-webhook with/);
});

test('the timer notifies people itself, and fails only if nobody can be notified', async () => {
  const notices: string[] = [];
  const server = createHttpServer(async (request, response) => {
    notices.push(JSON.parse(await text(request)).title);
    response.end();
  });
  const ALERTS_WEBHOOK = `http://127.0.0.1:${await listen(server)}`;
  const watch = (change: Record<string, string> = {}) =>
    examine({ ALERTS_WEBHOOK, ...change }, {}, ['--watch']);
  const old = path.join(dataDir, 'old-backups');
  try {
    const first = await watch({ BACKUP_DIR: old });
    expect(notices, first.output).toHaveLength(1);
    expect(first.about('Backup')).toMatch(/^error/);
    expect(first.code, 'somebody knows').toBe(0);
    await Promise.all([watch({ BACKUP_DIR: old }), watch({ BACKUP_DIR: old })]);
    expect(notices).toHaveLength(1);
    await watch();
    expect(notices.at(-1)).toMatch(/Over: There is no current backup/);
    expect((await watch({ BACKUP_DIR: old, ALERTS_WEBHOOK: 'http://127.0.0.1:1' })).code).toBe(1);
    const noLedger = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/ledger', ALERTS_WEBHOOK };
    expect((await watch(noLedger)).code).toBe(1);
  } finally {
    server.close();
  }
});

test('checks everything else while the lake or the site is unavailable', async () => {
  // A hanging lake takes longer to detect than a stopped one.
  process.kill(shop.stack.pid('lake') ?? 0, 'SIGSTOP');
  const readiness = async () => (await fetch(`${shop.stack.siteUrl}/readyz`)).json();
  await expect.poll(readiness).toEqual({
    ready: false,
    content: 'unavailable',
    saving: 'unavailable',
    ledger: 'ok',
    counters: 'ok',
  });
  expect(await (await fetch(`${shop.stack.siteUrl}/livez`)).text()).toBe('alive\n');
  await shop.stack.kill('lake');
  const { about } = await examine();
  expect(about('Site')).toMatch(/^error.*"content":"unavailable"/);
  expect(about('Database')).toMatch(/^ok/);
  const nowhere = await examine({ DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/ledger' });
  expect(nowhere.about('Database')).toMatch(/^error.*ECONNREFUSED/);
  expect(nowhere.output).not.toContain('secret');
  await shop.stack.kill('site');
  expect((await examine()).about('Site')).toMatch(/^error.*does not respond.*systemctl restart site/);
});
