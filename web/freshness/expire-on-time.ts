import { queryPublished } from '#web/content/client.ts';
import { minute, second } from '#web/contracts/durations.ts';
import { addDays, dayInIndia, startOfDay } from '#web/contracts/india.ts';
import { pages } from './page-store.ts';

/** The time of the next planned end of a page. */
const nextEndQuery =
  '*[defined(end.at) && dateTime(end.at) > dateTime(now())] | order(dateTime(end.at) asc)[0].end.at';

let timer: NodeJS.Timeout | undefined;
let latestLookUp = 0;

/**
 * Expires all pages when the next page reaches its planned end, and at midnight in India, when job openings and claims
 * end. Run it again after each published change, which may bring an earlier end.
 */
export async function expireOnTime(): Promise<void> {
  latestLookUp += 1;
  const lookUp = latestLookUp;
  const end: string | null | undefined = await queryPublished(nextEndQuery).catch(() => undefined);
  if (lookUp !== latestLookUp) return;
  clearTimeout(timer);
  // If the content API is unavailable, try again soon.
  if (end === undefined) return wait(minute, expireOnTime);
  const midnight = startOfDay(addDays(dayInIndia(Date.now()), 1));
  const next = Math.min(midnight, end ? Date.parse(end) : Infinity);
  // A second later, so that the content API's clock has certainly reached the time too.
  wait(next - Date.now() + second, () => {
    pages.expireAll();
    return expireOnTime();
  });
}

function wait(milliseconds: number, run: () => Promise<void>) {
  timer = setTimeout(() => void run(), milliseconds).unref();
}
