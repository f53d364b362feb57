import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lakeOfThisFile } from './lake.ts';

const lake = await lakeOfThisFile();
const read = (file: string) => readFileSync(`apps/content-lake/${file}`, 'utf8');

/** Rows of the README's table under a heading, as their cells. */
function table(heading: string): [string, string][] {
  const section =
    read('README.md')
      .split(/^## /m)
      .find((one) => one.startsWith(heading)) ?? '';
  const rows = [...section.matchAll(/^\| (.*?) +\| (.*?) +\|$/gm)].map(
    ([, a = '', b = '']): [string, string] => [a, b],
  );
  return rows.slice(2);
}
const callsIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, call = '']) => call);
const refused = table('What it refuses').flatMap(([what, calls]) =>
  callsIn(calls).map((call): [string, string] => [call, what]),
);

test('the README lists what is refused', () => {
  const inCode = [...read('http/refusals.ts').matchAll(/'([A-Z]+ \/[^']+)'/g)].map(([, call = '']) =>
    call.replace('ALL ', ''),
  );
  expect(refused.map(([call]) => call)).toEqual(inCode);
  expect(inCode.length).toBeGreaterThan(30);
});

test.each(refused)('%s is refused by name: %s', async (call, what) => {
  const [method, address = ''] = call.startsWith('/') ? [undefined, call] : call.split(' ');
  const path = address
    .replace(':dataset', 'production')
    .replace(':name', 'production')
    .replace(':project', 'local')
    .replace('*', 'any/thing')
    .replace(/\?.*/, '$&=true&query=1');
  for (const one of method ? [method] : ['GET', 'POST'])
    for (const as of ['administrator', 'editor'] as const) {
      const answer = await lake.request(`/v2025-02-19${path}`, { as, method: one });
      expect(answer.status).toBe(path.includes('?') ? 400 : 404);
      expect(await answer.json()).toMatchObject({ message: expect.stringContaining(`${what}: not in this`) });
    }
});

test('a parameter that is switched off is not refused', async () => {
  const answer = await lake.request('/v1/data/query/production?query=1&resultSourceMap=false&explain=&tag=a');
  expect(await answer.json()).toMatchObject({ result: 1 });
});
