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
  mail: 'contracts database http telemetry',
  applications: 'contracts database http mail staff',
  enquiry: 'browser contracts database http mail staff',
  payments: 'browser contracts database http mail staff telemetry',
  visits: 'contracts database http schemas staff',
  jobs: 'content contracts database http mail payments schemas telemetry visits',
  'personal-data': 'applications contracts database jobs mail payments staff',
  'inline-scripts': 'browser',
  // Pages are made of these together.
  components: 'content preview schemas',
  content: 'contracts documents freshness http schemas telemetry',
  documents: 'applications components content contracts http inline-scripts schemas sections seo',
  sections:
    'browser components content contracts documents enquiry inline-scripts islands payments preview schemas seo',
  seo: 'content contracts documents freshness http schemas sections',
  preview: 'content contracts http schemas staff',
  islands: 'components inline-scripts sections',
  freshness: 'content contracts',
  fonts: '',
  'studio-files': 'http',
  edge: 'components content contracts freshness http schemas telemetry visits',
  app: 'applications components content contracts database documents enquiry fonts freshness http inline-scripts islands payments personal-data preview schemas sections seo studio-files visits',
  studio: 'contracts schemas',
};

/** Types of the staff API's routes, for the Studio's client. The Studio imports nothing else from these folders. */
const typedRoutes = [
  'studio/ui/staff-api.ts -> web/applications/staff-api.ts',
  'studio/ui/staff-api.ts -> web/enquiry/staff-api.ts',
  'studio/ui/staff-api.ts -> web/payments/staff-api.ts',
  'studio/ui/staff-api.ts -> web/personal-data/staff-api.ts',
  'studio/ui/staff-api.ts -> web/visits/staff-api.ts',
];

/** Returns a file's top folder, or its folder within `web`. Undefined for files directly in `web`, which may import all. */
const folderOf = (file: string) => /^(?:web\/)?([^/]+)\//.exec(file)?.[1];

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

/** Returns the tool whose folder a file is in. */
const toolOf = (file: string) => /^studio\/tools\/([^/]+)\//.exec(file)?.[1];

test('no folder of the Studio imports from a tool; shared parts are in studio/ui', () => {
  const found = code
    .filter((file) => file.startsWith('studio/'))
    .flatMap((file) => importsOf(file).map((target) => ({ file, target, tool: toolOf(target) })))
    .filter(({ file, tool }) => tool !== undefined && tool !== toolOf(file));
  expect(found).toEqual([]);
});
