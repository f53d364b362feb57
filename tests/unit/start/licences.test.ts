import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { projectRoot } from '../../../apps/environment/environment.ts';

const sbomSchema = z.object({
  components: z.array(z.object({ name: z.string(), version: z.string(), licenses: z.unknown().optional() })),
});

async function run(script: string) {
  const options = { cwd: projectRoot, maxBuffer: 2 ** 26 };
  return (await promisify(execFile)('npm', ['run', '--silent', script], options)).stdout;
}

test('npm run sbom lists the parts, and npm run notices says how to replace those under the LGPL', async () => {
  const { components } = sbomSchema.parse(JSON.parse(await run('sbom')));
  expect(components.map(({ name }) => name)).toEqual(expect.arrayContaining(['next', 'sharp', 'heic-to']));
  const lesser = components.filter(({ licenses }) => JSON.stringify(licenses ?? '').includes('LGPL'));
  expect(lesser.length).toBeGreaterThan(1);
  const notices = await run('notices');
  const [replaceable = ''] = notices.split('====');
  for (const { name, version } of lesser) {
    // libvips has a package for each platform.
    expect(replaceable).toContain(name.replace(/^(@img\/sharp-libvips-).*/, '$1*'));
    expect(notices).toContain(`${name} ${version} (LGPL-3.0`);
  }
});
