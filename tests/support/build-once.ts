import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildIfStale } from '../../apps/build/build.ts';
import { projectRoot } from '../../apps/environment/environment.ts';
import { makeFirstData } from './stack.ts';

/** Builds Studio and site, and makes the stacks' first data, once for all tests that start real servers. */
export default async function setup() {
  // The tests may be for a site that runs elsewhere.
  if (process.env.TEST_SITE_URL) return;
  // Hundreds of processes start. With this cache, each needs a fifth less processor time.
  process.env.NODE_COMPILE_CACHE ??= path.join(projectRoot, 'node_modules/.cache/node');
  await buildIfStale(console.log);
  const folder = mkdtempSync(path.join(tmpdir(), 'agency-first-'));
  await makeFirstData(folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
