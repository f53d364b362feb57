import { expect, test } from 'vitest';
import { code, importsOf, texts } from './imports.ts';

/** Folders that each folder imports, types included, in the order of ARCHITECTURE's rows from the lowest up. */
const allowedImports: Record<string, string> = {
  schemas: '',
  telemetry: '',
  apps: 'schemas telemetry',
  contracts: '',
  browser: 'contracts',
  database: 'contracts',
  http: 'contracts database',
  staff: 'contracts database http',
  mail: 'contracts database http',
  enquiry: 'browser contracts database http mail staff',
  payments: 'browser contracts database http mail staff telemetry',
  visits: 'contracts database http schemas staff',
  jobs: 'content contracts database enquiry http mail payments schemas telemetry visits',
  'personal-data': 'contracts database enquiry jobs mail payments staff',
  'inline-scripts': 'browser',
  // Pages are made of these together.
  components: 'content preview schemas',
  content: 'components contracts documents freshness http schemas sections telemetry',
  documents: 'components content contracts http schemas sections seo',
  sections: 'browser components content contracts documents enquiry islands payments preview schemas seo',
  seo: 'components content contracts documents freshness http schemas sections',
  preview: 'content contracts http schemas staff',
  islands: 'components inline-scripts sections',
  freshness: 'content contracts',
  fonts: '',
  'studio-files': 'http',
  edge: 'components content contracts freshness http schemas telemetry visits',
  app: 'components content contracts database documents enquiry fonts freshness http inline-scripts islands payments personal-data preview schemas sections seo studio-files visits',
  studio: 'contracts schemas',
};

/** Types of the staff API's routes, for the Studio's client. The Studio imports nothing else from these folders. */
const typedRoutes = [
  'studio/ui/staff-api.ts -> web/enquiry/staff-api.ts',
  'studio/ui/staff-api.ts -> web/payments/staff-api.ts',
  'studio/ui/staff-api.ts -> web/personal-data/staff-api.ts',
  'studio/ui/staff-api.ts -> web/visits/staff-api.ts',
];

/** Returns a file's top folder, or its folder within `web`. Undefined for files directly in `web`, which may import all. */
const folderOf = (file: string) => /^(?:web\/)?([^/]+)\//.exec(file)?.[1];

test('finds imports in most files, so that the tests below check something', () => {
  expect(code.filter((file) => importsOf(file).length > 0).length).toBeGreaterThan(code.length / 2);
});

test('each folder imports only the folders that it may', () => {
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
  const actual = Object.entries(found).map(([from, to]) => [from, [...to].sort().join(' ')]);
  expect(
    Object.fromEntries(actual),
    'add an import of the same row of ARCHITECTURE or a lower one to `allowedImports`; turn round an import of a higher row',
  ).toEqual(allowedImports);
});

test('the Studio imports only types from the staff API', () => {
  for (const allowed of typedRoutes) {
    const [file = '', target = ''] = allowed.split(' -> ');
    expect(texts.get(file)).toMatch(new RegExp(`^import type \\{ \\w+ \\} from '#${target}';$`, 'm'));
  }
});

/** Returns the first import cycle as a list of files, undefined if there is none. */
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

test('there is no import cycle, types included', () => {
  expect(findCycle(code, importsOf)).toBeUndefined();
});

test("only Razorpay's adapter reads Razorpay's entities, and maps them to the site's own types", () => {
  const adapter = 'web/payments/razorpay/';
  const readers = code.filter((file) => importsOf(file).includes(`${adapter}entities.ts`));
  expect(readers).toContain(`${adapter}client.ts`);
  expect(readers.filter((file) => !file.startsWith(adapter))).toEqual([]);
  expect(importsOf('web/payments/gateway.ts').filter((file) => file.startsWith(adapter))).toEqual([]);
});

/** Returns a file's folder in the Studio, one folder per tool. Empty for files directly in `studio`. */
const partOf = (file: string) => /^studio\/((?:tools\/)?[^/]+)\//.exec(file)?.[1] ?? [];

test('folders of the Studio form no import cycle', () => {
  const importedBy = (part: string) =>
    code
      .filter((file) => partOf(file) === part)
      .flatMap((file) => importsOf(file).flatMap(partOf))
      .filter((other) => other !== part);
  expect(importedBy('unsaved')).toContain('content');
  expect(findCycle(new Set(code.flatMap(partOf)), importedBy)).toBeUndefined();
});

test('no folder of the Studio imports from a tool; shared parts are in studio/ui', () => {
  const found = code.flatMap((file) =>
    importsOf(file)
      .filter((target) => target.startsWith('studio/tools/') && file.startsWith('studio/'))
      .filter((target) => partOf(target) !== partOf(file))
      .map((target) => `${file} -> ${target}`),
  );
  expect(found).toEqual([]);
});

test('only settings.ts lies directly in studio', () => {
  expect(code.filter((file) => /^studio\/[^/]+$/.test(file))).toEqual(['studio/settings.ts']);
});
