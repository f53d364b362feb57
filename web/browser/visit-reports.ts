import { chatOrigin } from '#web/contracts/phone.ts';
import { reportVisit } from './attribution.ts';

/** Returns whether the page was prefetched, or prerendered and then visited. The server does not count such requests as views. */
function wasPrefetched(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  const { activationStart, deliveryType }: Record<string, unknown> = entry?.toJSON() ?? {};
  return Boolean(activationStart) || deliveryType === 'navigational-prefetch';
}

let isViewReported = false;

/** Reports the view of a page that was prefetched or prerendered, once. */
export function reportPrefetchedView(): void {
  const isPrerendering = 'prerendering' in document && document.prerendering;
  if (isViewReported || isPrerendering || !wasPrefetched()) return;
  isViewReported = reportVisit('view');
}

const contactLinks = [
  [chatOrigin, 'chat'],
  ['tel:', 'call'],
  ['mailto:', 'mail'],
] as const;

/** Reports a click on a link that calls, writes or chats with the agency. */
export function reportContactClick({ target }: Event): void {
  const href = target instanceof Element ? target.closest('a')?.href : undefined;
  const link = contactLinks.find(([start]) => href?.startsWith(start));
  if (link) reportVisit(link[1]);
}
