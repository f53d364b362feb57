import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot, run } from './environment.ts';

type Target = { name: 'studio' | 'web'; results: string[]; sources: string[] };

const shared = ['package.json', 'package-lock.json', 'tsconfig.json', 'schemas/**/*.{ts,tsx,svg}'];

const targets: Target[] = [
  {
    name: 'studio',
    results: ['web/public/studio/index.html'],
    // The payments tool speaks by the contracts of the site's routes.
    sources: [
      ...shared,
      'sanity.config.ts',
      'sanity.cli.ts',
      'studio/**/*.{ts,tsx,css,svg}',
      'web/payments/{india,money,states}.ts',
      'web/payments/{desk,bills,mail}/*.ts',
    ],
  },
  {
    name: 'web',
    results: ['web/public/islands/manifest.json', 'web/.next/BUILD_ID'],
    sources: [...shared, 'settings.ts', 'web/**/*'],
  },
];

/** Builds the Studio and the site, unless they were built from the sources as they are now. */
export async function buildIfStale(print: (line: string) => void): Promise<void> {
  for (const target of targets) {
    const stamp = path.join(projectRoot, 'node_modules', '.cache', 'agency-site', `${target.name}.stamp`);
    const digest = digestOf(target.sources);
    const built =
      target.results.every((result) => existsSync(path.join(projectRoot, result))) &&
      existsSync(stamp) &&
      readFileSync(stamp, 'utf8') === digest;
    if (built) continue;
    print(`Building the ${target.name === 'web' ? 'site' : 'Studio'} …`);
    const started = Date.now();
    await run('npm', ['run', '--silent', `build:${target.name}`], {
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
    });
    mkdirSync(path.dirname(stamp), { recursive: true });
    writeFileSync(stamp, digest);
    print(`  built in ${Math.round((Date.now() - started) / 1000)} s`);
  }
}

function digestOf(patterns: string[]): string {
  const files = patterns
    .flatMap((pattern) =>
      globSync(pattern, {
        cwd: projectRoot,
        // What is built; Next writes next-env.d.ts itself, another one for development.
        exclude: (name) =>
          /(^|\/)(node_modules|\.next|public\/(studio|islands)|seed|next-env\.d\.ts)$/.test(name),
      }),
    )
    .filter((file) => statSync(path.join(projectRoot, file)).isFile())
    .sort();
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(projectRoot, file)))
      .update('\0');
  return hash.digest('hex');
}
