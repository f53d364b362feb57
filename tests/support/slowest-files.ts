import type { Reporter, TestModule } from 'vitest/node';

/** Files in the list. */
const count = 10;

/** Prints the slowest test files of a run, so that everybody sees where its minutes go. */
export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const rows = modules
      .map((module) => {
        const { setupDuration, collectDuration, duration } = module.diagnostic();
        return {
          name: module.relativeModuleId,
          seconds: (setupDuration + collectDuration + duration) / 1000,
        };
      })
      .sort((a, b) => b.seconds - a.seconds)
      .slice(0, count);
    console.log('Slowest files, in seconds:');
    for (const { name, seconds } of rows) console.log(`${seconds.toFixed(1).padStart(8)}  ${name}`);
  }
}
