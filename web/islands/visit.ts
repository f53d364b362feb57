import { type CLSMetric, type INPMetric, type LCPMetric, onCLS, onINP, onLCP } from 'web-vitals';
import { reportVisit } from '#web/browser/attribution.ts';
import { chatOrigin } from '#web/contracts/phone.ts';
import { keepTicks } from './ticks.ts';

// Reports events of a visit that the server cannot see. `web/inline-scripts/frame.ts` loads it after the page.

keepTicks();

/** Returns whether the page was prefetched or prerendered. The server does not count such requests as views. */
function wasPrefetched(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  const { activationStart, deliveryType }: Record<string, unknown> = entry?.toJSON() ?? {};
  return Boolean(activationStart) || deliveryType === 'navigational-prefetch';
}

if ('prerendering' in document && document.prerendering)
  document.addEventListener('prerenderingchange', () => reportVisit('view'));
else if (wasPrefetched()) reportVisit('view');

const contactLinks = [
  [chatOrigin, 'chat'],
  ['tel:', 'call'],
  ['mailto:', 'mail'],
] as const;

document.addEventListener('click', ({ target }) => {
  const href = target instanceof Element ? target.closest('a')?.href : undefined;
  const link = contactLinks.find(([start]) => href?.startsWith(start));
  if (link) reportVisit(link[1]);
});

const reportVital = ({ name, rating }: CLSMetric | INPMetric | LCPMetric) => reportVisit(`${name}-${rating}`);
// Safari has no `requestIdleCallback`.
globalThis.requestIdleCallback?.(() => {
  onLCP(reportVital);
  onINP(reportVital);
  onCLS(reportVital);
});
