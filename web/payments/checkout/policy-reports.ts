import { Counter } from 'prom-client';
import { z } from 'zod';
import { hour } from '#web/contracts/durations.ts';
import { log } from '#web/log.ts';
import { oncePerProcess } from '#web/once-per-process.ts';

/** Milliseconds between two log lines about the same thing. */
const logInterval = hour;
/** The most keys that are counted and logged per interval. Anybody can invent keys. */
const mostKeys = 100;
/** In characters. */
const longestHost = 100;

const body = z.object({
  'effective-directive': z.string().optional(),
  'violated-directive': z.string().optional(),
  'blocked-uri': z.string().default(''),
});
/** `application/csp-report`, which all browsers send to `report-uri`. */
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
 * Counts what browsers blocked on the payment page, by directive and host. The cause is usually an extension or an
 * unapproved script. Returns false if the body is not a report. Stores nothing about the visitor or the page's address.
 */
export function countReport(value: unknown, now: number): boolean {
  const report = reportSchema.safeParse(value).data?.['csp-report'];
  if (!report) return false;
  oncePerProcess.policyReports ??= {
    counter: new Counter({
      name: 'payment_page_policy_reports_total',
      help: 'Resources that browsers blocked on the payment page, by directive and host',
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
  log('warn', `a browser blocked ${blocked} on the payment page`, { subject: directive });
  return true;
}
