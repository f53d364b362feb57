import { vi } from 'vitest';
import { timeouts } from './timeouts.ts';

/**
 * Runs `check` until it no longer throws, for as long as a test may last, and resolves with its value. Use it where
 * `expect.poll` does not fit: for several assertions together, for a value that the test needs afterwards, and in hooks.
 */
export function eventually<Value>(check: () => Value | Promise<Value>): Promise<Value> {
  return vi.waitFor(check, { timeout: timeouts.wait });
}
