import { execFile } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { closeAfterwards, temporaryFolder } from '../../support/close-afterwards.ts';
import { startStack } from '../../support/stack.ts';

const stack = await closeAfterwards(startStack({ parts: ['lake'], seed: false }));
const folder = temporaryFolder();
beforeAll(() => {
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  const { projectId, dataset } = stack.client(null).config();
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module","dependencies":{"sanity":"*"}}');
  writeFileSync(
    path.join(folder, 'sanity.cli.ts'),
    `export default { api: ${JSON.stringify({ projectId, dataset })} };`,
  );
  writeFileSync(
    path.join(folder, 'sanity.config.ts'),
    `export default { name: 'default', ...${JSON.stringify({ projectId, dataset })}, schema: { types: [] } };`,
  );
  // Some systems resolve `localhost` but no subdomain of it.
  writeFileSync(
    path.join(folder, 'names.cjs'),
    `const dns = require('node:dns');
    const real = dns.lookup;
    dns.lookup = (host, ...rest) => real(host.endsWith('.localhost') ? 'localhost' : host, ...rest);`,
  );
});

/** Runs `sanity` and returns its output. Rejects if it fails. */
function sanity(...args: string[]): Promise<string> {
  const env = {
    ...process.env,
    CI: 'true',
    NODE_OPTIONS: '--require ./names.cjs',
    SANITY_AUTH_TOKEN: stack.token('administrator'),
    SANITY_INTERNAL_ENV: stack.lakeUrl.replace('127.0.0.1', 'localhost'),
  };
  const program = path.resolve('node_modules/.bin/sanity');
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [program, ...args], { cwd: folder, env }, (error, stdout, stderr) =>
      error ? reject(new Error(`${args.join(' ')}: ${stdout}${stderr}`)) : resolve(stdout + stderr),
    );
  });
}

test('the Sanity CLI creates, queries, exports and imports documents', async () => {
  const { dataset = '' } = stack.client(null).config();
  writeFileSync(path.join(folder, 'made.json'), '{"_id":"made","_type":"note","n":7}');
  expect(await sanity('documents', 'create', 'made.json')).toContain('made');
  const query = ['documents', 'query', '*[_type == "note"]{n}', '--api-version', 'v2025-02-19'];
  expect(JSON.parse((await sanity(...query)).replace(/^[^[]*/, ''))).toEqual([{ n: 7 }]);
  const archive = path.join(folder, 'out.tar.gz');
  await sanity('dataset', 'export', dataset, archive, '--overwrite');
  await sanity('documents', 'delete', 'made');
  expect(await stack.client('viewer').getDocument('made')).toBeUndefined();
  await sanity('dataset', 'import', archive, dataset, '--replace');
  expect(await stack.client('viewer').getDocument('made')).toMatchObject({ n: 7 });
});
