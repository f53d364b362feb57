import { type CLSMetric, type INPMetric, type LCPMetric, onCLS, onINP, onLCP } from 'web-vitals';
import { reportVisit } from '#web/browser/attribution.ts';
import { keepTicks } from './ticks.ts';

// Keeps ticked boxes and reports Google's Web Vitals of a visit. `web/inline-scripts/frame.ts` loads it after the largest paint.

keepTicks();

const reportVital = ({ name, rating }: CLSMetric | INPMetric | LCPMetric) => reportVisit(`${name}-${rating}`);
// Safari has no `requestIdleCallback`.
globalThis.requestIdleCallback?.(() => {
  onLCP(reportVital);
  onINP(reportVital);
  onCLS(reportVital);
});
