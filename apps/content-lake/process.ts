import path from 'node:path';

/**
 * How Node is started for a lake. Memory of a large request is given back: a young generation that stays small, and
 * blocks of glibc's that go back to the system alone instead of staying in a thread's heap. And a start is quick, as
 * its threads need not compile again what an earlier one did.
 */
export const processOptions = {
  args: ['--max-semi-space-size=8'],
  env: {
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '131072',
    NODE_COMPILE_CACHE: path.join(import.meta.dirname, 'node_modules/.cache/compiled'),
  },
};
