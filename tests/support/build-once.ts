import { rmSync } from 'node:fs';
import { buildIfStale } from '../../apps/build.ts';
import { makeSeededData } from './stack.ts';

/** Studio and site as they are now, and a data folder with the seed in it, made once for all tests that start real servers. */
export default async function setup() {
  // A test may be of a site that runs elsewhere.
  if (process.env.TEST_SITE_URL) return;
  await buildIfStale(console.log);
  const folder = await makeSeededData();
  return () => rmSync(folder, { recursive: true, force: true });
}
