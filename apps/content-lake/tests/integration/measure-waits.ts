import { workerData } from 'node:worker_threads';

/** Measures in a separate thread, so that the requests of the test do not affect the times. */
const {
  requests,
  shared,
}: {
  requests: { url: string; authorization: string; body?: string }[];
  shared: SharedArrayBuffer;
} = workerData;
const longest = new Float64Array(shared, 0, 1);
const rounds = new Int32Array(shared, 8, 1);

async function timed({ url, authorization, body }: (typeof requests)[number]) {
  const begun = performance.now();
  const response = await fetch(url, {
    headers: { authorization },
    ...(body ? { method: 'POST', body } : {}),
  });
  await response.arrayBuffer();
  // A refused request counts as an endless wait.
  const wait = response.ok ? performance.now() - begun : Number.POSITIVE_INFINITY;
  longest[0] = Math.max(longest[0] ?? 0, wait);
}

for (;;) {
  await Promise.all(requests.map(timed));
  Atomics.add(rounds, 0, 1);
  Atomics.notify(rounds, 0);
}
