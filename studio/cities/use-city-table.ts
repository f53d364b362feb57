import { useEffect, useRef, useState } from 'react';
import { useClient, useWorkspace } from 'sanity';
import { apiVersion } from '#schemas/api-version.ts';
import { pluralize } from '#studio/ui/labels.ts';
import { saveFile } from '#studio/ui/save-file.ts';
import { checkCities, readCities } from './check.ts';
import { columns } from './columns.ts';
import type { PlannedCity } from './plan.ts';
import { publishCities } from './publish.ts';
import { readTable, writeTable } from './table.ts';

interface Work {
  progress?: { phase: 'Checking' | 'Publishing'; done: number; of: number };
  plan?: PlannedCity[];
  problem?: string;
  published?: string;
}

/** Checks and publishes a table of cities. A new table, or leaving the view, aborts the current task. */
export function useCityTable() {
  const client = useClient({ apiVersion });
  const workspace = useWorkspace();
  const [text, setText] = useState('');
  const [work, setWork] = useState<Work>({});
  const running = useRef(new AbortController());
  const stop = () => running.current.abort();
  useEffect(() => () => running.current.abort(), []);

  /** Starts an abortable task and aborts the previous one, whose `show` calls are then ignored. */
  const run = async (task: (own: AbortSignal, show: (work: Work) => void) => Promise<void>) => {
    stop();
    const own = new AbortController();
    running.current = own;
    const show = (next: Work) => running.current === own && setWork(next);
    await task(own.signal, show).catch((error) => {
      if (!own.signal.aborted) console.error(error);
      show({
        problem:
          'The connection was lost. Published cities stay published. Select “Check again” to continue.',
      });
    });
  };

  const check = (table: string, published?: string) =>
    run(async (own, show) => {
      setText(table);
      const rows = readTable(table);
      if (typeof rows === 'string') return show({ problem: table.trim() && rows, published });
      const plan = await checkCities(rows, client, workspace, (done) => {
        own.throwIfAborted();
        show({ progress: { phase: 'Checking', done, of: rows.length }, published });
      });
      show({ plan, published });
    });

  const publish = (cities: PlannedCity[]) =>
    run(async (own, show) => {
      const { count, skipped } = await publishCities(client, cities, (done) => {
        show({ progress: { phase: 'Publishing', done, of: cities.length } });
        return own.aborted;
      });
      const names = skipped.map(({ name }) => name).join(', ');
      const others = names && ` Not published, because somebody else changed them meanwhile: ${names}.`;
      if (running.current.signal === own)
        await check(text, `${pluralize(count, 'city')} published.${others}`);
    });

  const download = async () => {
    const published = (await readCities(client)).filter(({ _id }) => !_id.startsWith('drafts.'));
    const rows = published.map((city) => columns.map(({ field, read }) => read(city[field])));
    const csv = writeTable([columns.map(({ title }) => title), ...rows]);
    saveFile(new Blob([csv], { type: 'text/csv' }), 'cities.csv');
  };

  return { text, work, check, publish, stop, download };
}
