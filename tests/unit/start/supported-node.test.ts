import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { projectRoot } from '../../../apps/environment/environment.ts';

const checkout = mkdtempSync(path.join(tmpdir(), 'agency-node-'));
afterEach(() => rmSync(checkout, { recursive: true }));

test.skipIf(process.platform === 'win32')(
  'a start runs on the Node of the lock file, and restores the link that npm 9 to 11.6 delete',
  () => {
    const installed = path.join(checkout, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin');
    const link = path.join(checkout, 'node_modules/.bin/node');
    for (const folder of [installed, path.dirname(link), path.join(checkout, 'apps/start')])
      mkdirSync(folder, { recursive: true });
    symlinkSync(process.execPath, path.join(installed, 'node'));
    cpSync(
      path.join(projectRoot, 'apps/start/supported-node.js'),
      path.join(checkout, 'apps/start/supported-node.js'),
    );
    writeFileSync(path.join(checkout, 'package.json'), '{"type":"module"}');
    writeFileSync(
      path.join(checkout, 'apps/show.ts'),
      'console.log(process.argv0, process.argv[2]); process.exit(0);',
    );
    const start = () =>
      execFileSync(
        process.execPath,
        ['--import', './apps/start/supported-node.js', 'apps/show.ts', 'given'],
        {
          cwd: checkout,
          encoding: 'utf8',
        },
      );
    expect(start()).toBe(`${path.join(installed, 'node')} given\n`);
    expect(existsSync(link)).toBe(true);
    expect(start()).toBe(`${process.execPath} given\n`);
  },
);
