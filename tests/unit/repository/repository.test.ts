import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { projectRoot } from '../../../apps/environment.ts';

const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: projectRoot, encoding: 'utf8' })
  .split('\0')
  .filter((file) => file !== '');
const read = (file: string) => readFileSync(path.join(projectRoot, file), 'utf8');
const code = tracked.filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !file.endsWith('.generated.ts'));

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({ optionalDependencies: z.record(z.string(), z.string()).optional() }),
  ),
});

describe('the repository keeps its promises', () => {
  test('every variable that the product reads stands in .env.example, with a comment above it', () => {
    const example = read('.env.example').split('\n');
    const settings = read('apps/environment.ts');
    const declared = [...settings.matchAll(/^ {4}([A-Z][A-Z0-9_]+):/gm)].map((match) => match[1] ?? '');
    expect(declared.length).toBeGreaterThan(10);
    for (const name of declared) {
      const line = example.findIndex((text) => text.startsWith(`${name}=`));
      expect(line, `${name} is missing from .env.example`).toBeGreaterThan(0);
    }
  });

  test('dependencies point one way: apps know nothing of web and studio', () => {
    const wrong = code.filter(
      (file) => file.startsWith('apps/') && /from '(#web|#studio|\.\.\/\.\.\/(web|studio))/.test(read(file)),
    );
    expect(wrong).toEqual([]);
  });

  test('no casts that silence, no any, no non-null assertion, nothing switched off', () => {
    const wrong = code
      .filter((file) => !file.startsWith('tests/unit/repository/'))
      .filter((file) =>
        /\bas (any|unknown|never)\b|@ts-(ignore|nocheck|expect-error)|biome-ignore-all/.test(read(file)),
      );
    expect(wrong).toEqual([]);
  });

  test('the lock file names no registry', () => {
    expect(read('package-lock.json')).not.toMatch(/"resolved": *"https?:/);
  });

  test('the lock file lists the packages of every platform, so that npm ci accepts it anywhere', () => {
    const { packages } = lockSchema.parse(JSON.parse(read('package-lock.json')));
    const listed = new Set(Object.keys(packages).map((place) => place.split('node_modules/').at(-1)));
    const wanted = Object.values(packages).flatMap((one) => Object.keys(one.optionalDependencies ?? {}));
    expect(wanted.length).toBeGreaterThan(50);
    expect(wanted.filter((name) => !listed.has(name))).toEqual([]);
  });

  test('the commands of the README exist', () => {
    const scripts = Object.keys(JSON.parse(read('package.json')).scripts);
    for (const [, name = ''] of read('README.md').matchAll(/npm run ([a-z:-]+)/g))
      expect(scripts).toContain(name.replace(/:$/, ''));
    expect(read('.ci/run')).toContain('npm test');
  });
});
