import fc from 'fast-check';

/**
 * Seed of all property tests and fuzzers. It is fixed, so that a run fails only if something changed; `TEST_SEED=7 npm run
 * test:unit` tries other values. A failure prints it.
 */
export const propertySeed = Number(process.env.TEST_SEED ?? 1);

fc.configureGlobal({ seed: propertySeed });
