import { expect, test } from 'vitest';
import { code, importsOf, texts } from './imports.ts';

/** The folders that each folder imports, types included: ARCHITECTURE's drawing, from below to above. */
const arrows: Record<string, string> = {
  schemas: '',
  telemetry: '',
  apps: 'telemetry',
  contracts: '',
  database: 'contracts',
  http: 'contracts database',
  staff: 'contracts database http',
  mail: 'contracts database http',
  enquiry: 'contracts database http mail staff',
  payments: 'contracts database http mail staff telemetry',
  visits: 'contracts database http schemas staff',
  jobs: 'contracts database enquiry http mail payments seo telemetry visits',
  'inline-scripts': 'payments',
  // Pages are made of these together.
  components: 'content preview schemas',
  content: 'components contracts documents freshness http schemas sections telemetry',
  documents: 'components content contracts http schemas sections seo',
  sections: 'components content contracts documents enquiry islands payments preview schemas seo',
  seo: 'components content database documents freshness http schemas sections',
  preview: 'content contracts http schemas staff',
  islands: 'components contracts inline-scripts sections',
  freshness: 'content',
  fonts: '',
  'studio-files': 'http',
  edge: 'components content freshness http schemas telemetry visits',
  app: 'components content contracts database documents enquiry fonts freshness http inline-scripts islands payments preview schemas sections seo studio-files visits',
  studio: 'contracts schemas',
};

/** The types of the staff's routes, from which the Studio's client is made: the one thing that it takes from the site's parts. */
const typedRoutes = [
  'studio/ui/staff-api.ts -> web/enquiry/staff-api.ts',
  'studio/ui/staff-api.ts -> web/payments/staff-api.ts',
  'studio/ui/staff-api.ts -> web/visits/staff-api.ts',
];

/** A file's folder, that of a part of the site without `web/`; nothing for a file of `web` itself, which may use all parts. */
const folderOf = (file: string) => /^(?:web\/)?([^/]+)\//.exec(file)?.[1];

test('most files import others, or this test reads imports wrongly', () => {
  expect(code.filter((file) => importsOf(file).length > 0).length).toBeGreaterThan(code.length / 2);
});

test('folders import the folders that they may', () => {
  const found: Record<string, Set<string>> = {};
  for (const file of code) {
    const from = file.startsWith('web/') && file.split('/').length === 2 ? undefined : folderOf(file);
    if (from === undefined) continue;
    found[from] ??= new Set();
    for (const target of importsOf(file)) {
      const to = folderOf(target);
      if (to && to !== 'web' && to !== from && !typedRoutes.includes(`${file} -> ${target}`))
        found[from].add(to);
    }
  }
  const drawn = Object.entries(found).map(([from, to]) => [from, [...to].sort().join(' ')]);
  expect(
    Object.fromEntries(drawn),
    'an arrow to the same row of ARCHITECTURE or one below is added to `arrows`; an arrow upwards is turned round',
  ).toEqual(arrows);
});

test('the Studio takes types alone from the routes', () => {
  for (const arrow of typedRoutes) {
    const [file = '', target = ''] = arrow.split(' -> ');
    expect(texts.get(file)).toMatch(new RegExp(`^import type \\{ \\w+ \\} from '#${target}';$`, 'm'));
  }
});

/** The first chain of imports that leads back to where it began. */
function findCycle(all: Iterable<string>, importsOf: (one: string) => Iterable<string>) {
  const done = new Set<string>();
  const visit = (one: string, chain: string[]): string[] | undefined => {
    if (chain.includes(one)) return [...chain.slice(chain.indexOf(one)), one];
    if (done.has(one)) return undefined;
    for (const next of importsOf(one)) {
      const found = visit(next, [...chain, one]);
      if (found) return found;
    }
    done.add(one);
    return undefined;
  };
  return [...all].map((one) => visit(one, [])).find(Boolean);
}

test('nothing imports itself by a detour, types included', () => {
  expect(findCycle(code, importsOf)).toBeUndefined();
});

test("Razorpay's entities are read in its adapter alone, which maps them to the site's own types", () => {
  const adapter = 'web/payments/razorpay/';
  const readers = code.filter((file) => importsOf(file).includes(`${adapter}entities.ts`));
  expect(readers).toContain(`${adapter}client.ts`);
  expect(readers.filter((file) => !file.startsWith(adapter))).toEqual([]);
  expect(importsOf('web/payments/gateway.ts').filter((file) => file.startsWith(adapter))).toEqual([]);
});

/** A folder of the Studio, that of a tool for itself; nothing for a file of `studio` itself. */
const partOf = (file: string) => /^studio\/((?:tools\/)?[^/]+)\//.exec(file)?.[1] ?? [];

test('no folders of the Studio import each other', () => {
  const arrowsOf = (part: string) =>
    code
      .filter((file) => partOf(file) === part)
      .flatMap((file) => importsOf(file).flatMap(partOf))
      .filter((other) => other !== part);
  expect(arrowsOf('unsaved')).toContain('content');
  expect(findCycle(new Set(code.flatMap(partOf)), arrowsOf)).toBeUndefined();
});

test('no part of the Studio imports a tool of another: what several use is in studio/ui', () => {
  const found = code.flatMap((file) =>
    importsOf(file)
      .filter((target) => target.startsWith('studio/tools/') && file.startsWith('studio/'))
      .filter((target) => partOf(target) !== partOf(file))
      .map((target) => `${file} -> ${target}`),
  );
  expect(found).toEqual([]);
});

test('all of the Studio but its settings is in folders', () => {
  expect(code.filter((file) => /^studio\/[^/]+$/.test(file))).toEqual(['studio/settings.ts']);
});
