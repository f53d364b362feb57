import { useCallback, useEffect, useRef, useState } from 'react';
import { useClient, useWorkspace } from 'sanity';
import { apiVersion } from '#studio/api-version.ts';
import { checkCities, readCities } from './check.ts';
import { columns } from './columns.ts';
import type { PlannedCity } from './plan.ts';
import { publishCities } from './publish.ts';
import { readTable, writeTable } from './table.ts';

/** How far an act is, or what came of it. */
interface Work {
  progress?: { act: 'Checking' | 'Publishing'; done: number; of: number };
  plan?: PlannedCity[];
  problem?: string;
  published?: string;
}

export const counted = (count: number) => `${count} ${count === 1 ? 'city' : 'cities'}`;

/** A table of cities: what it would do, and doing it. Another table, or leaving the view, ends what is under way. */
export function useCityTable() {
  const client = useClient({ apiVersion });
  const workspace = useWorkspace();
  const [text, setText] = useState('');
  const [work, setWork] = useState<Work>({});
  const running = useRef({ isStopped: false });
  const stop = useCallback(() => {
    running.current.isStopped = true;
  }, []);
  useEffect(() => stop, [stop]);

  /** Runs an act that can be stopped; `show` says nothing more once another one runs. */
  const run = async (act: (own: { isStopped: boolean }, show: (work: Work) => void) => Promise<void>) => {
    stop();
    const own = { isStopped: false };
    running.current = own;
    const show = (shown: Work) => running.current === own && setWork(shown);
    try {
      await act(own, show);
    } catch (error) {
      if (!own.isStopped) console.error(error);
      show({ problem: 'The connection broke off. What was published stays. Check again to go on.' });
    }
  };

  const check = (table: string, published?: string) =>
    run(async (own, show) => {
      setText(table);
      const rows = readTable(table);
      if (typeof rows === 'string') return show({ problem: table.trim() && rows, published });
      const plan = await checkCities(rows, client, workspace, (done) => {
        if (own.isStopped) throw new Error('Another table is looked at.');
        show({ progress: { act: 'Checking', done, of: rows.length }, published });
      });
      show({ plan, published });
    });

  const publish = (cities: PlannedCity[]) =>
    run(async (own, show) => {
      const { count, overtaken } = await publishCities(client, cities, (done) => {
        show({ progress: { act: 'Publishing', done, of: cities.length } });
        return own.isStopped;
      });
      const names = overtaken.map(({ name }) => name).join(', ');
      const others = names && ` Somebody else has written these meanwhile: ${names}.`;
      if (running.current === own) await check(text, `${counted(count)} published.${others}`);
    });

  const download = async () => {
    const published = (await readCities(client)).filter(({ _id }) => !_id.startsWith('drafts.'));
    const rows = published.map((city) => columns.map(({ field, read }) => read(city[field])));
    const csv = writeTable([columns.map(({ title }) => title), ...rows]);
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }));
    link.download = 'cities.csv';
    link.click();
    URL.revokeObjectURL(link.href);
  };

  return { text, work, check, publish, stop, download };
}
