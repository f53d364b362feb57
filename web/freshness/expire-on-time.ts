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
  if (end === undefined) {
    // The content API is unavailable. The earlier timer stays, so that no known end is missed.
    setTimeout(expireOnTime, minute).unref();
    return;
  }
  const next = nextExpiry(end, Date.now());
  clearTimeout(timer);
  timer = setTimeout(
    () => {
      pages.expireAll();
      void expireOnTime();
    },
    // A second later, so that the content API's clock has reached the time too.
    Math.max(next - Date.now(), 0) + second,
  ).unref();
}

/** Returns when pages next expire: at midnight in India, or at the `end` of a page if that is earlier. */
export const nextExpiry = (end: string | null, now: number): number =>
  Math.min(startOfDay(addDays(dayInIndia(now), 1)), end ? Date.parse(end) : Infinity);
