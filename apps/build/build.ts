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
} from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { tryLock } from 'content-lake/sqlite';
import { z } from 'zod';
import { releaseFolder } from '#settings';
import { day } from '../environment/durations.ts';
import { projectRoot, runProgram } from '../environment/environment.ts';
import { withProgress } from '../environment/progress.ts';
import {
  excludedFromRelease,
  listFiles,
  manifestName,
  readManifest,
  writeManifest,
} from './build-manifest.ts';

type Print = (line: string) => void;

type Target = {
  name: 'Studio' | 'site';
  script: string;
  /** Output folder, relative to the root. Builders empty it first, so a manifest in it describes the last build. */
  result: string;
  sources: string[];
  /** Returns the files that browsers load by name, relative to `served`. */
  served(): string[];
};

const web = path.join(projectRoot, 'web');
/** The public folder. It also holds files of earlier builds, because open pages still refer to them. */
const served = path.join(web, 'public');

const shared = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'roles.ts',
  'schemas/**/*.{ts,tsx,svg}',
];

export const studio: Target = {
  name: 'Studio',
  script: 'build:studio',
  result: 'web/.studio',
  // The Studio's tools share contracts with the site.
  sources: [
    ...shared,
    'sanity.config.ts',
    'sanity.cli.ts',
    'studio/**/*.{ts,tsx,css,svg,json}',
    'docs/handbook/**/*',
    'web/contracts/*.ts',
    'web/zod-without-eval.ts',
  ],
  served: () =>
    listFiles(path.join(projectRoot, 'web/.studio'), excludedFromRelease).map((name) => `studio/${name}`),
};
export const site: Target = {
  name: 'site',
  script: 'build:web',
  result: 'web/.next',
  sources: [...shared, 'settings.ts', 'telemetry/*.ts', 'web/**/*'],
  served() {
    const manifest = readFileSync(path.join(served, 'islands/manifest.json'), 'utf8');
    const chunks = Object.values(islandsManifest.parse(JSON.parse(manifest)));
    return ['manifest.json', ...chunks.map(({ file }) => file)].map((name) => `islands/${name}`);
  },
};
/** Vite's manifest. */
const islandsManifest = z.record(z.string(), z.object({ file: z.string() }));

/** Sources of the services that run without a build. */
export const services = [
  'package-lock.json',
  'roles.ts',
  'settings.ts',
  'telemetry/*.ts',
  'apps/**/*.{ts,js,css}',
  'apps/*/package.json',
  'apps/accounts/*.json',
  // With these, the services find promises in assistants' drafts, and link to their forms.
  'schemas/{claims,days,editable-text.generated,find-promises,paths,placeholders,promises,property}.ts',
];

/** How many older releases stay available for a rollback. */
const olderReleases = 2;
/** How long files of older builds stay available to pages that are still open. */
const oldFileLifetime = 30 * day;

/** Builds the Studio and the site if their sources have changed. */
export function buildIfStale(print: Print): Promise<void> {
  return withBuildLock(print, () => build(print));
}

/** Runs `work` while no other process builds in this folder. The lock ends with its process. */
async function withBuildLock<Result>(print: Print, work: () => Promise<Result>): Promise<Result> {
  const lock = path.join(projectRoot, 'node_modules/.cache/build.sqlite');
  mkdirSync(path.dirname(lock), { recursive: true });
  for (let isPrinted = false; ; isPrinted = true) {
    const release = tryLock(lock);
    if (release) return work().finally(release);
    if (!isPrinted) print('Another build is running here. Waiting for it …');
    await wait(500);
  }
}

async function build(print: Print): Promise<void> {
  for (const { name, script, result, sources, served: servedFiles } of [studio, site]) {
    const manifest = path.join(projectRoot, result, manifestName);
    const digest = computeDigest(sources);
    const last = readManifest(manifest, served);
    if (last.sources === digest && !last.missing) continue;
    if (last.sources === digest) print(`The ${name} is incomplete: ${last.missing} is missing.`);
    await withProgress(print, [`Building the ${name}`, 'built'], () =>
      runProgram(process.execPath, ['apps/build/run-script.ts', script], {
        NODE_ENV: 'production',
        NEXT_TELEMETRY_DISABLED: '1',
      }),
    );
    if (name === 'Studio') publishStudio();
    else deleteOldFiles(path.join(served, 'islands'));
    writeManifest(manifest, digest, servedFiles());
  }
}

/** Builds the release of the current sources if it is incomplete. Returns its name. Complete releases never change. */
export async function prepareRelease(print: Print): Promise<string> {
  const { name, folder } = releaseOfSources();
  return missingFile(folder) ? withBuildLock(print, () => assembleRelease(print)) : name;
}

const missingFile = (release: string) => readManifest(path.join(release, manifestName), served).missing;

export function releaseOfSources() {
  const name = computeDigest([...studio.sources, ...site.sources, ...services]).slice(0, 12);
  return { name, folder: path.join(web, releaseFolder(name)) };
}

async function assembleRelease(print: Print): Promise<string> {
  const { name, folder } = releaseOfSources();
  const missing = missingFile(folder);
  if (!missing) return name;
  if (existsSync(folder)) print(`Release ${name} is incomplete: ${missing} is missing.`);
  await build(print);
  // The build has completed the release if only files of the public folder were missing.
  if (!missingFile(folder)) return name;
  rmSync(folder, { recursive: true, force: true });
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  linkFolder(path.join(web, '.next'), unfinished, excludedFromRelease);
  linkSync(path.join(projectRoot, studio.result, 'index.html'), path.join(unfinished, 'studio.html'));
  writeManifest(path.join(unfinished, manifestName), name, [...studio.served(), ...site.served()]);
  const older = readdirSync(web)
    .filter((one) => one.startsWith(releaseFolder('')) && !one.endsWith('.unfinished'))
    .map((one) => path.join(web, one))
    .sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs);
  // Open pages still refer to the styles of older releases.
  for (const one of older) linkStaticFiles(one, unfinished);
  for (const one of older.slice(olderReleases)) {
    // Renames the folder first, because a half-deleted folder must not look like a release.
    rmSync(`${one}.unfinished`, { recursive: true, force: true });
    renameSync(one, `${one}.unfinished`);
    rmSync(`${one}.unfinished`, { recursive: true });
  }
  renameSync(unfinished, folder);
  return name;
}

/** Adds the styles of an earlier release to a new one, because open pages still refer to them. */
export function adoptStaticFiles({ root, release }: { root: string; release: string }, into: string): void {
  linkStaticFiles(path.join(root, 'web', releaseFolder(release)), path.join(web, releaseFolder(into)));
}

function linkStaticFiles(release: string, into: string) {
  const from = path.join(release, 'static');
  if (existsSync(from)) linkFolder(from, path.join(into, 'static'));
}

/** Returns a digest that changes with the sources of the content lake and the payment sandbox. */
export const servicesDigest = () => computeDigest(services);

/** Copies the Studio to the public folder. File names differ by build, so the previous build's files can stay. */
function publishStudio() {
  const from = path.join(projectRoot, studio.result);
  const to = path.join(served, 'studio');
  cpSync(from, to, { recursive: true });
  deleteOldFiles(path.join(to, 'static'));
}

function deleteOldFiles(folder: string) {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    if (Date.now() - statSync(file).mtimeMs > oldFileLifetime) rmSync(file, { recursive: true });
  }
}

/** Links a folder's files into another folder, except those that are there already. */
function linkFolder(from: string, to: string, excluded?: RegExp) {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (excluded?.test(entry.name)) continue;
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) linkFolder(source, target);
    else if (existsSync(target)) continue;
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else copyFile(source, target);
  }
}

/** Links a file, or copies it if the target is on another disk. */
function copyFile(source: string, target: string) {
  try {
    linkSync(source, target);
  } catch {
    copyFileSync(source, target);
  }
}

/** Returns the files that match glob patterns, without the output of builds. */
export function filesMatching(patterns: string[]): string[] {
  return [...new Set(patterns)]
    .flatMap((pattern) =>
      globSync(pattern, {
        cwd: projectRoot,
        // Next writes a different next-env.d.ts in development.
        exclude: (name) =>
          /(^|\/)(node_modules|\.next|\.studio|\.release-[^/]*|public\/(studio|islands)|seed|tests|next-env\.d\.ts)$/.test(
            name,
          ),
      }),
    )
    .filter((file) => statSync(path.join(projectRoot, file)).isFile())
    .sort();
}

function computeDigest(patterns: string[]): string {
  const hash = createHash('sha256');
  for (const file of filesMatching(patterns))
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(projectRoot, file)))
      .update('\0');
  return hash.digest('hex');
}

if (process.argv[1] === import.meta.filename) {
  await buildIfStale(console.log);
  console.log(`Release ${await prepareRelease(console.log)} is ready.`);
}
