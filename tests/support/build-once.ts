import { buildIfStale } from '../../apps/build.ts';

/** Studio and site as they are now, built once for all tests that start real servers. */
export default async function setup() {
  await buildIfStale(console.log);
}
