import { Counter } from 'prom-client';
import { z } from 'zod';
import { log } from '#web/log.ts';
import { oncePerProcess } from '#web/once-per-process.ts';

/** Milliseconds between two lines of the log about the same thing. */
const toldEvery = 3_600_000;
/** Different things that are told apart; anybody can make up more. */
const mostTold = 100;

const body = z.object({
  'effective-directive': z.string().optional(),
  'violated-directive': z.string().optional(),
  'blocked-uri': z.string().default(''),
});
/** `application/csp-report`, as all browsers send it for `report-uri`. */
const reportSchema = z.object({ 'csp-report': body });

declare global {
  interface OncePerProcess {
    policyReports: { counter: Counter<'directive' | 'blocked'>; told: Map<string, number> };
  }
}

/**
 * Counts that a browser refused something on the payment page, by directive and host: an extension's doing, mostly, or a
 * script that nobody allowed. Returns false for what is no report. Nothing of the visitor or the address is kept.
 */
export function countReport(value: unknown, now: number): boolean {
  const report = reportSchema.safeParse(value).data?.['csp-report'];
  if (!report) return false;
  oncePerProcess.policyReports ??= {
    counter: new Counter({
      name: 'payment_page_policy_reports_total',
      help: 'What browsers refused on the payment page, by directive and host',
      labelNames: ['directive', 'blocked'],
    }),
    told: new Map(),
  };
  const { counter, told } = oncePerProcess.policyReports;
  const named = report['effective-directive'] ?? report['violated-directive'] ?? '';
  const directive = /^[a-z-]{1,40}/.exec(named)?.[0] ?? 'unknown';
  const uri = report['blocked-uri'];
  const blocked = URL.parse(uri)?.host || (/^[a-z-]{1,20}$/.test(uri) ? uri : 'unknown');
  const key = `${directive} ${blocked}`;
  const isKnown = told.has(key) || told.size < mostTold;
  const [shownDirective, shownBlocked] = isKnown ? [directive, blocked] : ['others', 'others'];
  counter.labels(shownDirective, shownBlocked).inc();
  const last = told.get(isKnown ? key : 'others');
  if (last !== undefined && now - last < toldEvery) return true;
  told.set(isKnown ? key : 'others', now);
  log('warn', `the payment page was kept from loading ${shownBlocked}`, { subject: shownDirective });
  return true;
}
