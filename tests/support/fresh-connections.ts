const { fetch, setImmediate } = globalThis;
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/**
 * Lets the event loop read closed connections before a request. A server closes a connection that is idle for some seconds.
 * A test that computes that long, as on a slow machine, would send its next request on the closed connection.
 */
async function fetchAfterTurns(...request: Parameters<typeof fetch>) {
  // The first turn may have started already.
  await nextTurn();
  await nextTurn();
  return fetch(...request);
}

// Test files of one worker share globals.
if (fetch.name !== fetchAfterTurns.name) globalThis.fetch = fetchAfterTurns;
