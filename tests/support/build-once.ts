import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildIfStale } from '../../apps/build/build.ts';
import { projectRoot } from '../../apps/environment/environment.ts';
import { makeFirstData } from './stack.ts';

/** Studio and site as they are now, and the first data of stacks, made once for all tests that start real servers. */
export default async function setup() {
  // A test may be of a site that runs elsewhere.
  if (process.env.TEST_SITE_URL) return;
  // Hundreds of processes start, each with a fifth less of the processor's time.
  process.env.NODE_COMPILE_CACHE ??= path.join(projectRoot, 'node_modules/.cache/node');
  await buildIfStale(console.log);
  const folder = mkdtempSync(path.join(tmpdir(), 'agency-first-'));
  await makeFirstData(folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
