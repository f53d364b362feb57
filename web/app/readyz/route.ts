import { requireWritableLake, runQuery } from '#web/content/client.ts';
import { second } from '#web/contracts/durations.ts';
import { requireWritable } from '#web/database/writable.ts';
import { withTimeout } from '#web/http/with-timeout.ts';
import { log } from '#web/log.ts';
import { getPayments } from '#web/payments/payments.ts';

/** Milliseconds within which a dependency must respond. */
const timeout = 3 * second;
/** Milliseconds for which a result is reused. */
const cachedFor = second;

const dependencies = {
  /** Published content can be read. */
  content: () => runQuery('*[0]._id', {}, { drafts: false, timeout }),
  /** Editors can save to the embedded content lake, if there is one. */
  saving: () => requireWritableLake(timeout),
  /** Payments can be recorded. */
  ledger: () => getPayments().then(({ db }) => requireWritable(db)),
  /** Orders can be counted. Without that, all are refused. */
  counters: () => getPayments().then(({ db }) => requireWritable(db, 'counters')),
};
type Name = keyof typeof dependencies;
type State = 'ok' | 'unavailable';

let states: Partial<Record<Name, State>> = {};
let checking: Promise<void> | undefined;
let checkedAt = Number.NEGATIVE_INFINITY;

async function checkState(name: Name): Promise<State> {
  try {
    await withTimeout<unknown>(timeout, dependencies[name]);
    return 'ok';
  } catch (reason) {
    // Log only the first failure, because monitoring sends a request every few seconds.
    if (states[name] !== 'unavailable') log('warn', `not ready: ${name}`, { reason });
    return 'unavailable';
  }
}

async function check() {
  const [content, saving, ledger, counters] = await Promise.all([
    checkState('content'),
    checkState('saving'),
    checkState('ledger'),
    checkState('counters'),
  ]);
  states = { content, saving, ledger, counters };
  checkedAt = performance.now();
  checking = undefined;
}

/** Readiness check for monitoring and deploys, not for a proxy: cached pages work even if a dependency is down. */
export async function GET(): Promise<Response> {
  if (performance.now() - checkedAt > cachedFor) {
    checking ??= check();
    await checking;
  }
  const ready = Object.values(states).every((state) => state === 'ok');
  return Response.json(
    { ready, ...states },
    { status: ready ? 200 : 503, headers: { 'cache-control': 'no-store' } },
  );
}

export const dynamic = 'force-dynamic';
