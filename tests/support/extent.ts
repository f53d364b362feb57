/** Whether tests run at full length, as in `npm run test:endurance`, which repeats the tests that use this (`vitest.config.ts`). */
export const isFull = process.env.TEST_EXTENT === 'full';
