import { onCLS, onINP, onLCP } from 'web-vitals';
import { chatOrigin } from '#web/contracts/phone.ts';
import { report } from '#web/contracts/visit.ts';

/** What the server cannot see of a visit. Loaded when the page is there (`web/inline-scripts/frame.ts`). */

/** The server leaves out pages that were prepared for a visit that may not come. */
const [entry] = performance.getEntriesByType('navigation');
if ('prerendering' in document && document.prerendering)
  document.addEventListener('prerenderingchange', () => report('view'), { once: true });
else if (entry && 'activationStart' in entry && Number(entry.activationStart) > 0) report('view');

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

/** Where a browser tells when it has nothing else to do. */
globalThis.requestIdleCallback?.(() => {
  onLCP(({ rating }) => report(`lcp-${rating}`));
  onINP(({ rating }) => report(`inp-${rating}`));
  onCLS(({ rating }) => report(`cls-${rating}`));
});
