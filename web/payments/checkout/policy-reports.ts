import { Counter } from 'prom-client';
import { z } from 'zod';
import { hour } from '#web/contracts/durations.ts';
import { log } from '#web/log.ts';
import { oncePerProcess } from '#web/once-per-process.ts';

/** Milliseconds between two lines of the log about the same thing. */
const logInterval = hour;
/** Different things that are counted apart, and that are told in that time; anybody can make up more. */
const mostKeys = 100;
/** Characters of a host. */
const longestHost = 100;

const body = z.object({
  'effective-directive': z.string().optional(),
  'violated-directive': z.string().optional(),
  'blocked-uri': z.string().default(''),
});
/** `application/csp-report`, as all browsers send it for `report-uri`. */
const reportSchema = z.object({ 'csp-report': body });

declare global {
  interface OncePerProcess {
    policyReports: {
      counter: Counter<'directive' | 'blocked'>;
      labels: Set<string>;
      loggedAt: Map<string, number>;
    };
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
    labels: new Set(),
    loggedAt: new Map(),
  };
  const { counter, labels, loggedAt } = oncePerProcess.policyReports;
  const named = report['effective-directive'] ?? report['violated-directive'] ?? '';
  const directive = /^[a-z-]{1,40}/.exec(named)?.[0] ?? 'unknown';
  const uri = report['blocked-uri'];
  const host = URL.parse(uri)?.host || (/^[a-z-]{1,20}$/.test(uri) ? uri : '');
  const blocked = host && host.length <= longestHost ? host : 'unknown';
  const key = `${directive} ${blocked}`;
  if (labels.size < mostKeys) labels.add(key);
  counter.labels(...(labels.has(key) ? [directive, blocked] : ['others', 'others'])).inc();
  for (const [earlier, at] of loggedAt) if (now - at >= logInterval) loggedAt.delete(earlier);
  if (loggedAt.has(key) || loggedAt.size >= mostKeys) return true;
  loggedAt.set(key, now);
  log('warn', `the payment page was kept from loading ${blocked}`, { subject: directive });
  return true;
}
