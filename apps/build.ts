import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { tryToHold } from 'content-lake/sqlite';
import { releaseFolder } from '#settings';
import { projectRoot, run } from './environment.ts';
import { withProgress } from './progress.ts';

type Print = (line: string) => void;

type Target = {
  name: 'Studio' | 'site';
  script: string;
  /** Below the project's root. What builds it empties it first, so a stamp there tells what was built last. */
  result: string;
  sources: string[];
};

const shared = ['package.json', 'package-lock.json', 'tsconfig.json', 'schemas/**/*.{ts,tsx,svg}'];

const studio: Target = {
  name: 'Studio',
  script: 'build:studio',
  result: 'web/.studio',
  // Its tools and the site keep to the same contracts.
  sources: [
    ...shared,
    'sanity.config.ts',
    'sanity.cli.ts',
    'studio/**/*.{ts,tsx,css,svg}',
    'docs/handbook/**/*',
    'web/contracts/*.ts',
  ],
};
const site: Target = {
  name: 'site',
  script: 'build:web',
  result: 'web/.next',
  sources: [...shared, 'settings.ts', 'telemetry/*.ts', 'web/**/*'],
};

const services = ['package-lock.json', 'settings.ts', 'telemetry/*.ts', 'apps/**/*.ts'];

const web = path.join(projectRoot, 'web');
/** Releases beside the one that is made: to go back to. */
const keptReleases = 2;
/** Milliseconds for which files stay that a browser with an older page may still ask for: 30 days. */
const keptForBrowsers = 30 * 24 * 3_600_000;

/** Builds the Studio and the site, unless they were built from the sources as they are now. */
export function buildIfStale(print: Print): Promise<void> {
  return alone(print, () => build(print));
}

/** Waits for another process that builds here. The lock ends with its holder, however that ends. */
async function alone<Made>(print: Print, work: () => Promise<Made>): Promise<Made> {
  const lock = path.join(projectRoot, 'node_modules/.cache/build.sqlite');
  mkdirSync(path.dirname(lock), { recursive: true });
  for (let isTold = false; ; isTold = true) {
    const release = tryToHold(lock);
    if (release) return work().finally(release);
    if (!isTold) print('Another process builds here: waiting for it …');
    await wait(500);
  }
}

async function build(print: Print): Promise<void> {
  for (const { name, script, result, sources } of [studio, site]) {
    const stamp = path.join(projectRoot, result, 'stamp');
    const digest = digestOf(sources);
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) continue;
    await withProgress(print, [`Building the ${name}`, 'built'], () =>
      run('npm', ['run', '--silent', script], { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' }),
    );
    if (name === 'Studio') publishStudio();
    forgetOldFiles(path.join(web, 'public', 'islands'));
    writeFileSync(stamp, digest);
  }
}

/**
 * Makes a release of the sources as they are now, unless there is one, and resolves to its name, which says what is in
 * it. What runs meanwhile goes on undisturbed: a release is never changed.
 */
export async function prepareRelease(print: Print): Promise<string> {
  const { name, folder } = releaseOfSources();
  return existsSync(folder) ? name : alone(print, () => makeRelease(print));
}

/** Name and folder of the release of the sources as they are now. */
export function releaseOfSources() {
  const name = digestOf([...studio.sources, ...site.sources, ...services]).slice(0, 12);
  return { name, folder: path.join(web, releaseFolder(name)) };
}

async function makeRelease(print: Print): Promise<string> {
  const { name, folder } = releaseOfSources();
  if (existsSync(folder)) return name;
  await build(print);
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  linkFolder(path.join(web, '.next'), unfinished, /^(cache|dev|standalone|types|diagnostics)$/);
  linkSync(path.join(projectRoot, studio.result, 'index.html'), path.join(unfinished, 'studio.html'));
  const older = readdirSync(web)
    .filter((one) => one.startsWith(releaseFolder('')) && !one.endsWith('.unfinished'))
    .map((one) => path.join(web, one))
    .sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs);
  // Pages that a browser has got from them name these styles.
  for (const one of older) linkFolder(path.join(one, 'static'), path.join(unfinished, 'static'));
  for (const one of older.slice(keptReleases)) rmSync(one, { recursive: true, force: true });
  renameSync(unfinished, folder);
  return name;
}

/** Copies the styles of earlier releases into a release: pages in browsers still name them. */
export function adoptStatic({ root, release }: { root: string; release: string }, into: string): void {
  const from = path.join(root, 'web', releaseFolder(release), 'static');
  if (existsSync(from)) linkFolder(from, path.join(web, releaseFolder(into), 'static'));
}

/** Tells whether what runs beside the site is the same. */
export const servicesDigest = () => digestOf(services);

/** The Studio's files get names of their own with each build, so that those of the build before can stay. */
function publishStudio() {
  const from = path.join(projectRoot, studio.result);
  const to = path.join(web, 'public', 'studio');
  cpSync(from, to, { recursive: true });
  forgetOldFiles(path.join(to, 'static'));
}

function forgetOldFiles(folder: string) {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    if (Date.now() - statSync(file).mtimeMs > keptForBrowsers) rmSync(file, { recursive: true });
  }
}

/** Links every file of a folder that is not in the other one yet. */
function linkFolder(from: string, to: string, leftOut?: RegExp) {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (leftOut?.test(entry.name)) continue;
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) linkFolder(source, target);
    else if (existsSync(target)) continue;
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else copyFile(source, target);
  }
}

/** A link where that is possible: another release may be on another disk. */
function copyFile(source: string, target: string) {
  try {
    linkSync(source, target);
  } catch {
    copyFileSync(source, target);
  }
}

function digestOf(patterns: string[]): string {
  const files = [...new Set(patterns)]
    .flatMap((pattern) =>
      globSync(pattern, {
        cwd: projectRoot,
        // Build output; Next writes next-env.d.ts itself, another one for development.
        exclude: (name) =>
          /(^|\/)(node_modules|\.next|\.studio|\.release-[^/]*|public\/(studio|islands)|seed|tests|next-env\.d\.ts)$/.test(
            name,
          ),
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

if (import.meta.main) {
  await buildIfStale(console.log);
  console.log(`Release ${await prepareRelease(console.log)} is ready.`);
}
