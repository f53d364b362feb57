import { second } from '#web/contracts/durations.ts';
import { withRetries } from '#web/http/with-retries.ts';

/** Milliseconds before each retry. */
const pauses = [500, 1500, 3000];

/** Retries an order whose response is lost, for about five seconds. After two seconds, tells the customer to wait. */
export async function withPatience<T>(
  makeOrder: () => Promise<T>,
  isLost: (error: unknown) => boolean,
  say: (text?: string) => void,
): Promise<T> {
  const begun = performance.now();
  const timer = setTimeout(say, 2 * second, 'No answer yet. We keep trying, please wait.');
  const canHelp = (error: unknown) =>
    isLost(error) && navigator.onLine && performance.now() - begun < 3 * second;
  return withRetries(pauses, canHelp, makeOrder).finally(() => {
    clearTimeout(timer);
    say();
  });
}
