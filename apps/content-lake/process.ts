/**
 * How Node is started for a lake, so that memory of a large request is given back: a young generation that stays
 * small, and blocks of glibc's that go back to the system alone instead of staying in a thread's heap.
 */
export const processOptions = {
  args: ['--max-semi-space-size=8'],
  env: { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' },
};
