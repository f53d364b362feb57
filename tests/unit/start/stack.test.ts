import { expect, test, vi } from 'vitest';
import { startStack } from '../../support/stack.ts';

test('no stack starts on an old build, where the tests are of a site elsewhere', async () => {
  vi.stubEnv('TEST_SITE_URL', 'https://www.agency.example');
  await expect(startStack()).rejects.toThrow('TEST_SITE_URL is set');
  vi.unstubAllEnvs();
});
