import { rmSync } from 'node:fs';
import path from 'node:path';
import { buildIfStale } from '../../apps/build/build.ts';
import { projectRoot } from '../../apps/environment/environment.ts';
import { makeSeededData } from './stack.ts';

/** Studio and site as they are now, and a data folder with the seed in it, made once for all tests that start real servers. */
export default async function setup() {
  // A test may be of a site that runs elsewhere.
  if (process.env.TEST_SITE_URL) return;
  // Hundreds of processes start, each with a fifth less of the processor's time.
  process.env.NODE_COMPILE_CACHE ??= path.join(projectRoot, 'node_modules/.cache/node');
  await buildIfStale(console.log);
  const folder = await makeSeededData();
  return () => rmSync(folder, { recursive: true, force: true });
}
