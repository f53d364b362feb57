import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { userSettings } from '#settings';
import { projectRoot } from '../../../apps/environment/environment.ts';

/** Includes files that are not committed yet. */
const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: projectRoot,
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => file !== '' && existsSync(path.join(projectRoot, file)));
const read = (file: string) => readFileSync(path.join(projectRoot, file), 'utf8');
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

describe('the repository', () => {
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

  test('every variable of .env.example has a comment above it or above its group', () => {
    const lines = read('.env.example').split('\n');
    const bare = lines.filter((line, at) => /^[A-Z]/.test(line) && !/^(#|[A-Z])/.test(lines[at - 1] ?? ''));
    expect(bare).toEqual([]);
  });

  test('tests set no time limit and no retry of their own', () => {
    const limit =
      /\b(?:timeout|testTimeout|hookTimeout|retry|retries): .*[1-9]|waitForTimeout|\.setTimeout\(|vi\.waitFor|^ *\}, [\d_]{5,}\);|timeoutMs: \d|setDefaultTimeout\(\d/m;
    expect(tests.filter((file) => limit.test(read(file)) && !file.endsWith('repository.test.ts'))).toEqual(
      [],
    );
  });

  test('tests assert no elapsed time, which depends on the machine', () => {
    const elapsed = /expect\([^;]*(?:performance\.now\(\)|Date\.now\(\)) -/;
    expect(tests.filter((file) => elapsed.test(read(file)))).toEqual([]);
  });

  test('apps import nothing from web and studio', () => {
    const wrong = code.filter(
      (file) => file.startsWith('apps/') && /from '(#web|#studio|\.\.\/\.\.\/(web|studio))/.test(read(file)),
    );
    expect(wrong).toEqual([]);
  });

  test('no cast to any, unknown or never, and no suppressed check', () => {
    const wrong = code
      .filter((file) => !file.startsWith('tests/unit/structure/'))
      .filter((file) =>
        /\bas (any|unknown|never)\b|@ts-(ignore|nocheck|expect-error)|biome-ignore-all/.test(read(file)),
      );
    expect(wrong).toEqual([]);
  });

  test('log and metrics name every route of the API', () => {
    const routes = files.flatMap((file) => /^web\/app\/api\/([^/]+)\//.exec(file)?.[1] ?? []);
    const areas = read('web/edge/observe.ts');
    expect(routes.filter((route) => !areas.includes(route))).toEqual([]);
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

  test('files named by systemd units and by other releases have not moved', () => {
    const paths = ['site', 'lake', 'site@'].flatMap((unit) =>
      [...read(`deploy/${unit}.service`).matchAll(/^Exec\w+=\S+ (\S+)/gm)].map(([, file]) => file),
    );
    expect([...new Set(paths)]).toEqual(['apps/start.ts', 'apps/deploy.ts']);
    for (const file of [
      'apps/start.ts',
      'apps/deploy.ts',
      'apps/payment-sandbox.ts',
      'apps/accounts/server.ts',
      'web/server.ts',
    ])
      expect(code).toContain(file);
  });
});
