import { type CLSMetric, type INPMetric, type LCPMetric, onCLS, onINP, onLCP } from 'web-vitals';
import { reportVisit } from '#web/browser/attribution.ts';

// Reports Google's Web Vitals of a visit. `web/inline-scripts/frame.ts` loads it after the largest paint.

const reportVital = ({ name, rating }: CLSMetric | INPMetric | LCPMetric) => reportVisit(`${name}-${rating}`);
// Safari has no `requestIdleCallback`.
globalThis.requestIdleCallback?.(() => {
  onLCP(reportVital);
  onINP(reportVital);
  onCLS(reportVital);
});
