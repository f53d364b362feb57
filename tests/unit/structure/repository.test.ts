import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { userSettings } from '#settings';
import { files, read, texts } from './imports.ts';

const code = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !file.endsWith('.generated.ts'));
const tests = code.filter((file) => /^(tests\/(unit|integration|e2e)|apps\/[\w-]+\/tests)\//.test(file));

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      optionalDependencies: z.record(z.string(), z.string()).optional(),
      integrity: z.string().optional(),
      libc: z.array(z.string()).optional(),
    }),
  ),
});

const names = (file: string, pattern: RegExp) =>
  [...read(file).matchAll(pattern)].map((match) => match[1] ?? '');

test('.env.example and the settings name the same variables', () => {
  const examples = names('.env.example', /^([A-Z][A-Z0-9_]+)=/gm);
  const isLakes = (name: string) => name.startsWith('CONTENT_LAKE_');
  expect(examples.filter((name) => !isLakes(name)).sort()).toEqual(
    Object.keys(userSettings)
      .filter((name) => !isLakes(name))
      .sort(),
  );
  // The content lake is a separate package and reads its own variables.
  const lake = code.filter((file) => file.startsWith('apps/content-lake/')).map(read);
  for (const name of examples.filter(isLakes))
    expect(
      lake.some((text) => text.includes(name)),
      name,
    ).toBe(true);
});

test('tests set no time limit and no retry of their own', () => {
  const limit =
    /\b(?:timeout|testTimeout|hookTimeout|retry|retries): .*[1-9]|waitForTimeout|\.setTimeout\(|vi\.waitFor|^ *\}, [\d_]{5,}\);|timeoutMs: \d|setDefaultTimeout\(\d/m;
  expect(tests.filter((file) => limit.test(read(file)) && !file.endsWith('repository.test.ts'))).toEqual([]);
});

test('tests assert no elapsed time, which depends on the machine', () => {
  const elapsed = /expect\([^;]*(?:performance\.now\(\)|Date\.now\(\)) -/;
  expect(tests.filter((file) => elapsed.test(read(file)))).toEqual([]);
});

test('names are verbs: none that web or apps export ends in Of, and few others do', () => {
  const nouns = (folders: RegExp, pattern: RegExp) =>
    code.filter((file) => folders.test(file)).flatMap((file) => names(file, pattern));
  const exported = /^export (?:async )?(?:function\*?|const) ([a-z]\w*Of)\b/gm;
  expect(nouns(/^(?:web|apps\/[^/]+\/(?!tests\/))/, exported)).toEqual([]);
  const all = /\b(?:function\*?|const) ([a-z]\w*Of)\b/g;
  expect(nouns(/^(?:web|schemas|apps\/[^/]+\/(?!tests\/))/, all).length).toBeLessThanOrEqual(10);
});

test('no cast to any, unknown or never, no z.any(), and no suppressed check', () => {
  const wrong = code
    .filter((file) => !file.startsWith('tests/unit/structure/'))
    .filter((file) =>
      /\bas (any|unknown|never)\b|\bz\.any\(|@ts-(ignore|nocheck|expect-error)|biome-ignore-all/.test(
        read(file),
      ),
    );
  expect(wrong).toEqual([]);
});

test('no product file is longer than 300 lines', () => {
  const long = [...texts].filter(([, text]) => text.split('\n').length > 301);
  expect(long.map(([file]) => file)).toEqual([]);
});

test('the compiler is not incremental: otherwise it misses changes of generated types', () => {
  // Next writes "incremental": true where the option is not set.
  expect(read('tsconfig.json')).toContain('"incremental": false');
});

test('the lock file names no registry', () => {
  expect(read('package-lock.json')).not.toMatch(/"resolved": *"https?:/);
});

test('the lock file lists the packages of every platform, so that npm ci works everywhere', () => {
  const { packages } = lockSchema.parse(JSON.parse(read('package-lock.json')));
  const listed = new Set(Object.keys(packages).map((place) => place.split('node_modules/').at(-1)));
  const optional = Object.values(packages).flatMap((one) => Object.keys(one.optionalDependencies ?? {}));
  expect(optional.length).toBeGreaterThan(50);
  expect(optional.filter((name) => !listed.has(name))).toEqual([]);
});

test('Node is pinned by hash for every platform and needs no install script', () => {
  const { packages } = lockSchema.parse(JSON.parse(read('package-lock.json')));
  const nodes = Object.entries(packages).filter(([place]) =>
    /^node_modules\/node-(bin-)?(linux|darwin|win)/.test(place),
  );
  expect(nodes.length).toBe(5);
  for (const [place, { integrity, libc }] of nodes) {
    expect(integrity, place).toMatch(/^sha512-/);
    // A glibc program cannot run on Alpine, which uses its own Node.
    if (place.includes('linux')) expect(libc, place).toEqual(['glibc']);
  }
  expect(read('.npmrc')).toContain('ignore-scripts=true');
});

test('an install with an outdated Node fails, although npm logs no warnings about engines', () => {
  const { engines, devEngines } = JSON.parse(read('package.json'));
  expect(devEngines.runtime).toEqual({ name: 'node', version: engines.node, onFail: 'error' });
  const [major, minor] = engines.node.match(/\d+/g);
  expect(read('apps/start/supported-node.js')).toContain(`'${major}.${minor}'`);
  expect(read('.npmrc')).toContain('loglevel=error');
});

test('the code runs on Node 22, which is supported while it is maintained', () => {
  const newer = /import\.meta\.main\b|^\s*(await )?using \w+ =/m;
  const product = code.filter((file) => !/(^|\/)tests\//.test(file));
  expect(product.filter((file) => newer.test(read(file)))).toEqual([]);
});

const units = files.filter((file) => /^deploy\/.*\.(service|socket|timer)$/.test(file));

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
test.skipIf(!hasSystemd)('systemd accepts the units', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'units-'));
  const copies = units.map((file) => {
    const copy = path.join(folder, path.basename(file).replace('@.', '@3001.'));
    // This machine has no site.
    writeFileSync(copy, read(file).replaceAll(/^(Exec\w+=)\S+/gm, '$1/bin/true'));
    return copy;
  });
  const { stderr } = spawnSync('systemd-analyze', ['verify', ...copies], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  const names = copies.map((copy) => path.basename(copy));
  // systemd before version 254 ignores two settings.
  const complaints = stderr.split('\n').filter((line) => !/'Restart(Steps|MaxDelaySec)'/.test(line));
  expect(complaints.filter((line) => names.some((name) => line.includes(name)))).toEqual([]);
});

test('files named by systemd units and by other releases have not moved', () => {
  const paths = units.flatMap((unit) =>
    [...read(unit).matchAll(/^Exec\w+=\S+\/node (\S+)/gm)].map(([, file]) => file),
  );
  expect([...new Set(paths)].sort()).toEqual([
    ...['apps/backup/cli.ts', 'apps/deploy.ts', 'apps/doctor/cli.ts', 'apps/start.ts'],
  ]);
  for (const file of [
    'apps/start.ts',
    'apps/deploy.ts',
    'apps/payment-sandbox.ts',
    'apps/accounts/server.ts',
    'web/server.ts',
  ])
    expect(code).toContain(file);
});

test('the units may write to the folders that the guides create for the site', () => {
  const guides = files.filter((file) => /^docs\/[\w-]+\.md$/.test(file));
  const created = guides.flatMap((file) =>
    names(file, /^ *install -d -o site -g site -m 700 (\/[^"$\n]+)$/gm),
  );
  // Readers name the folder that begins with a dash themselves.
  const allowed = units.flatMap((unit) => names(unit, /^ReadWritePaths=([^-\n].*)$/gm));
  const split = (lists: string[]) => [...new Set(lists.flatMap((one) => one.split(' ')))].sort();
  expect(split(allowed)).toEqual(split(['/srv/site', ...created]));
});
