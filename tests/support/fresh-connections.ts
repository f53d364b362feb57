const { fetch, setImmediate } = globalThis;
const turn = () => new Promise((resolve) => setImmediate(resolve));

/**
 * A server ends a connection that nobody has used for some seconds. A test that works that long without a pause, as on a
 * slow machine, has not heard of it when it sends its next request. So each request waits until what has come is read.
 */
async function fetchAfterTurns(...request: Parameters<typeof fetch>) {
  // The first turn may have begun before.
  await turn();
  await turn();
  return fetch(...request);
}

// The files of one worker share the globals.
if (fetch.name !== fetchAfterTurns.name) globalThis.fetch = fetchAfterTurns;
