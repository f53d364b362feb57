import { expect, test, vi } from 'vitest';
import { startStack } from '../../support/stack.ts';

test('a stack does not start on an outdated build while TEST_SITE_URL is set', async () => {
  vi.stubEnv('TEST_SITE_URL', 'https://www.agency.example');
  await expect(startStack()).rejects.toThrow('TEST_SITE_URL is set');
  vi.unstubAllEnvs();
});
