/** @module-tag protect */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#web/database/database.ts';
import { projectRoot } from '../../../apps/environment/environment.ts';
import { openSecrets } from '../../../apps/environment/secrets.ts';
import { seedMarker } from '../../../apps/start/first-run.ts';
import { closeAfterwards, temporaryFolder } from '../../support/close-afterwards.ts';
import { startPostgres } from '../../support/postgres.ts';
import { propertySeed } from '../../support/property-seed.ts';
import { seededRandom } from '../../support/random.ts';
import { startStack } from '../../support/stack.ts';
import { customers, type Deployment } from '../payments/customers.ts';
import { openShop } from '../payments/shop.ts';

const postgres = await closeAfterwards(startPostgres());
const folder = temporaryFolder();

type Environment = { DATA_DIR: string; DATABASE_URL?: string; BACKUP_PASSPHRASE?: string };

/** Runs `npm run backup` or `npm run restore` and returns its output. */
async function run(command: 'backup' | 'restore', args: string[], environment: Environment): Promise<string> {
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', command, '--', ...args], {
    cwd: projectRoot,
    env: { ...process.env, ...environment },
  });
  return stdout.trim();
}

async function payUntil(town: Deployment, isOver: () => boolean): Promise<void> {
  while (!isOver()) await Promise.all(Array.from({ length: 8 }, () => customers.plain?.(town)));
}

describe.each(['SQLite', 'PostgreSQL'])('with the ledger on %s', (kind) => {
  test('a backup during many payments restores all acknowledged ones, and deleted content stays deleted', async () => {
    const DATABASE_URL = kind === 'PostgreSQL' ? await postgres.createDatabase() : '';
    const place = (dataDir: string, databaseUrl: string): Environment => ({
      DATA_DIR: dataDir,
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      BACKUP_PASSPHRASE: 'नमस्ते, a long passphrase',
    });
    const shop = await openShop(DATABASE_URL ? { DATABASE_URL } : {}, ['lake', 'sandbox', 'site']);
    try {
      const editor = shop.stack.client('editor');
      const opening = { _type: 'jobOpening', _id: 'old-opening', title: 'Gone' };
      await editor.create(opening);
      await editor.delete('old-opening');
      await editor.create({ _type: 'testimonial', _id: 'kept', name: 'आशा' });
      const picture = await editor.assets.upload(
        'image',
        readFileSync(path.join(projectRoot, 'studio/seed/images/author-desk.svg')),
      );

      const town: Deployment = {
        sites: [shop],
        acknowledged: new Set(),
        random: seededRandom(propertySeed),
      };
      let isOver = false;
      const storm = payUntil(town, () => isOver);
      await expect.poll(() => town.acknowledged.size).toBeGreaterThan(15);
      const before = [...town.acknowledged];
      const to = path.join(folder, kind);
      const file = await run('backup', ['--to', to], place(shop.stack.dataDir, DATABASE_URL));
      isOver = true;
      await storm;
      expect(town.acknowledged.size).toBeGreaterThan(before.length);
      expect(readdirSync(to)).toEqual([path.basename(file)]);
      expect(statSync(file).mode & 0o077).toBe(0);

      const dataDir = path.join(folder, `${kind}-restored`);
      const restored = place(dataDir, DATABASE_URL && (await postgres.createDatabase()));
      expect(await run('restore', [file], restored)).toMatch(/paise captured [1-9]/);

      const ledger = await openDatabase({
        databaseUrl: restored.DATABASE_URL,
        folder: path.join(dataDir, 'payments'),
      });
      const captured = await ledger
        .selectFrom('payments')
        .select('id')
        .where('captured_at', 'is not', null)
        .execute();
      await ledger.destroy();
      const ids = new Set(captured.map(({ id }) => id));
      expect(before.filter((id) => !ids.has(id))).toEqual([]);
      const known = new Set((await shop.paymentsInLedger()).map(({ id }) => id));
      expect([...ids].filter((id) => !known.has(id))).toEqual([]);

      // The same applies after `npm run lake -- import` on an empty machine.
      rmSync(seedMarker(dataDir));
      const stack = await startStack({ dataDir, parts: ['lake'] });
      try {
        const found = await stack.client('editor').fetch('*[_id in ["old-opening", "kept"]]._id');
        expect(found).toEqual(['kept']);
        expect(await stack.client(null).fetch('count(*[_type == "jobOpening"])')).toBe(0);
        const url = picture.url.replace(/^.*(?=\/images\/)/, stack.lakeUrl);
        expect((await fetch(url)).status).toBe(200);
        const history = await fetch(
          `${stack.lakeUrl}/v2026-02-01/data/history/production/transactions/old-opening?excludeContent=true`,
          { headers: { authorization: `Bearer ${stack.token('editor')}` } },
        );
        expect((await history.text()).trim().split('\n').length).toBe(2);
      } finally {
        await stack.stop();
      }
    } finally {
      await shop.close();
    }
  });
});

describe('a backup', () => {
  let file: string;
  const source = () => path.join(folder, 'source');
  beforeAll(async () => {
    const stack = await startStack({ dataDir: source(), parts: ['lake'], seed: false });
    await stack.stop();
    file = await run('backup', ['--to', path.join(folder, 'plain')], { DATA_DIR: source() });
  });

  const restore = (archive: string, environment: Partial<Environment> = {}) =>
    run('restore', [archive], { DATA_DIR: path.join(folder, 'target'), ...environment });

  test('is restored only into an empty folder', async () => {
    await expect(restore(file, { DATA_DIR: source() })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is not empty'),
    });
  });

  test('can be restored again after a killed restore, and blocks a start until then', async () => {
    const half = path.join(folder, 'half');
    mkdirSync(path.join(half, '.restoring', 'payments'), { recursive: true });
    expect(() => openSecrets(half)).toThrow('was interrupted');
    await restore(file, { DATA_DIR: half });
    expect(existsSync(path.join(half, '.restoring'))).toBe(false);
    expect(openSecrets(half)).toEqual(openSecrets(source()));
  });

  test('that is incomplete or changed is refused and leaves no files', async () => {
    const bytes = readFileSync(file);
    const cut = path.join(folder, 'backup-cut.tar.gz');
    for (const damaged of [bytes.subarray(0, bytes.length / 2), Buffer.from('no archive')]) {
      writeFileSync(cut, damaged);
      await expect(restore(cut)).rejects.toMatchObject({
        stderr: expect.stringContaining('cannot be unpacked'),
      });
    }
    expect(readdirSync(folder).filter((name) => name.startsWith('target'))).toEqual([]);
  });

  test('that is encrypted opens only with its passphrase', async () => {
    const passphrase = { DATA_DIR: source(), BACKUP_PASSPHRASE: 'sixteen letters ok' };
    const sealed = await run('backup', ['--to', path.join(folder, 'sealed')], passphrase);
    expect(readFileSync(sealed).subarray(0, 21).toString()).toBe('age-encryption.org/v1');
    await expect(restore(sealed)).rejects.toMatchObject({
      stderr: expect.stringContaining('BACKUP_PASSPHRASE'),
    });
    await expect(restore(sealed, { BACKUP_PASSPHRASE: 'sixteen letters no' })).rejects.toMatchObject({
      stderr: expect.stringContaining('cannot be unpacked'),
    });
    expect(existsSync(path.join(folder, 'target'))).toBe(false);
  });

  test('of an empty folder is refused', async () => {
    await expect(
      run('backup', ['--to', folder], { DATA_DIR: path.join(folder, 'none') }),
    ).rejects.toMatchObject({
      stderr: expect.stringContaining('There is nothing to back up'),
    });
  });
});
