import { Counter, Gauge } from 'prom-client';
import { conditions } from '#telemetry/conditions.ts';
import { listConditions } from '#web/database/conditions.ts';
import { getDatabase } from '#web/database/runtime.ts';
import { oncePerProcess } from '#web/once-per-process.ts';

const entries = new Counter({
  name: 'payments_entries_total',
  help: 'Ledger entries that this process added',
  labelNames: ['kind', 'source'],
});
oncePerProcess.countEntry = (kind, source) => entries.labels(kind, source).inc();

new Gauge({
  name: 'site_condition',
  help: 'Conditions that somebody has to act on (telemetry/conditions.ts): 1 while one holds',
  labelNames: ['kind', 'severity'],
  async collect() {
    const open = await getDatabase()
      .then((db) => listConditions(db, Date.now()))
      .catch(() => undefined);
    // While the ledger is down, the last values stay.
    if (open)
      for (const [kind, { severity }] of Object.entries(conditions))
        this.labels(kind, severity).set(open.some((one) => one.kind === kind) ? 1 : 0);
  },
});
