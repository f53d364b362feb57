import { Counter, Gauge } from 'prom-client';
import { getDatabase } from '#web/database/runtime.ts';
import { oncePerProcess } from '#web/once-per-process.ts';

const entries = new Counter({
  name: 'payments_entries_total',
  help: 'Ledger entries that this process added',
  labelNames: ['kind', 'source'],
});
oncePerProcess.countEntry = (kind, source) => entries.labels(kind, source).inc();

new Gauge({
  name: 'job_last_success_timestamp_seconds',
  help: 'When a job last finished in any process, or (webhook) when the gateway last delivered one',
  labelNames: ['job'],
  async collect() {
    // While the ledger is down, the last values stay.
    const jobs = await getDatabase()
      .then((db) => db.selectFrom('jobs').select(['name', 'ran_at']).execute())
      .catch(() => []);
    for (const { name, ran_at } of jobs) if (ran_at) this.labels(name).set(Date.parse(ran_at) / 1000);
  },
});
