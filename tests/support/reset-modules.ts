import { register } from 'prom-client';
import { vi } from 'vitest';

/** Forgets our modules, and the metrics that they registered in a module that stays. */
export function resetModules(): void {
  vi.resetModules();
  register.clear();
}
