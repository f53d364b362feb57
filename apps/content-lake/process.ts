import path from 'node:path';

/**
 * Arguments and environment variables for the Node process of a lake. A small young generation and the glibc settings
 * return the memory of a large request to the system. The compile cache shortens the start of processes and threads.
 */
export const processOptions = {
  args: ['--max-semi-space-size=8'],
  env: {
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '131072',
    NODE_COMPILE_CACHE: path.join(import.meta.dirname, 'node_modules/.cache/compiled'),
  },
};
