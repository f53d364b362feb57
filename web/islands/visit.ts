import { type CLSMetric, type INPMetric, type LCPMetric, onCLS, onINP, onLCP } from 'web-vitals';
import { chatOrigin } from '#web/contracts/phone.ts';
import { report } from '#web/contracts/report-visit.ts';

/** What the server cannot see of a visit. Loaded when the page is there (`web/inline-scripts/frame.ts`). */

/** Whether the page was prepared for a visit that might not come, which the server leaves out. */
function wasPrepared(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  const { activationStart, deliveryType }: Record<string, unknown> = entry?.toJSON() ?? {};
  return Boolean(activationStart) || deliveryType === 'navigational-prefetch';
}

if ('prerendering' in document && document.prerendering)
  document.addEventListener('prerenderingchange', () => report('view'));
else if (wasPrepared()) report('view');

const ways = [
  [chatOrigin, 'chat'],
  ['tel:', 'call'],
  ['mailto:', 'mail'],
] as const;

document.addEventListener('click', ({ target }) => {
  const href = target instanceof Element ? target.closest('a')?.href : undefined;
  const way = ways.find(([start]) => href?.startsWith(start));
  if (way) report(way[1]);
});

const tell = ({ name, rating }: CLSMetric | INPMetric | LCPMetric) => report(`${name}-${rating}`);
/** Where a browser says when it has nothing else to do. */
globalThis.requestIdleCallback?.(() => {
  onLCP(tell);
  onINP(tell);
  onCLS(tell);
});
