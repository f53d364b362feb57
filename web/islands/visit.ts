import { type CLSMetric, type INPMetric, type LCPMetric, onCLS, onINP, onLCP } from 'web-vitals';
import { chatOrigin } from '#web/contracts/phone.ts';
import { report } from '#web/contracts/report-visit.ts';

// Reports events of a visit that the server cannot see. `web/inline-scripts/frame.ts` loads it after the page.

/** Returns whether the page was prefetched or prerendered. The server does not count such requests as views. */
function wasPrefetched(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  const { activationStart, deliveryType }: Record<string, unknown> = entry?.toJSON() ?? {};
  return Boolean(activationStart) || deliveryType === 'navigational-prefetch';
}

if ('prerendering' in document && document.prerendering)
  document.addEventListener('prerenderingchange', () => report('view'));
else if (wasPrefetched()) report('view');

const contactLinks = [
  [chatOrigin, 'chat'],
  ['tel:', 'call'],
  ['mailto:', 'mail'],
] as const;

document.addEventListener('click', ({ target }) => {
  const href = target instanceof Element ? target.closest('a')?.href : undefined;
  const link = contactLinks.find(([start]) => href?.startsWith(start));
  if (link) report(link[1]);
});

const reportVital = ({ name, rating }: CLSMetric | INPMetric | LCPMetric) => report(`${name}-${rating}`);
// Safari has no `requestIdleCallback`.
globalThis.requestIdleCallback?.(() => {
  onLCP(reportVital);
  onINP(reportVital);
  onCLS(reportVital);
});
