import { sql } from 'kysely';
import { ask } from '#web/content/client.ts';
import { onlyMethods } from '#web/http/methods.ts';
import { getPayments } from '#web/payments/runtime.ts';

/** Milliseconds for a dependency to answer. */
const timeout = 700;
/** Milliseconds for which a result is reused. */
const goodFor = 1_000;

type State = 'ok' | 'away';

async function stateOf(answer: Promise<unknown>): Promise<State> {
  const late = new Promise<State>((resolve) => setTimeout(resolve, timeout, 'away').unref());
  return Promise.race([answer.then((): State => 'ok').catch((): State => 'away'), late]);
}

async function look() {
  const [content, ledger] = await Promise.all([
    stateOf(ask('*[0]._id', {}, { drafts: false, timeout })),
    stateOf(getPayments().then(({ db }) => sql`select 1`.execute(db))),
  ]);
  return { content, ledger };
}

let last: { at: number; states: ReturnType<typeof look> } | undefined;

/** For monitoring, not for a proxy: cached pages are served even while a dependency is down. */
export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = onlyMethods({
  GET: async () => {
    if (!last || performance.now() - last.at > goodFor) last = { at: performance.now(), states: look() };
    const states = await last.states;
    const isReady = states.content === 'ok' && states.ledger === 'ok';
    return Response.json(
      { ready: isReady, ...states },
      { status: isReady ? 200 : 503, headers: { 'cache-control': 'no-store' } },
    );
  },
});

export const dynamic = 'force-dynamic';
