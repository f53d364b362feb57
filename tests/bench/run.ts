import { globSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { buildIfStale } from '../../apps/build/build.ts';

/** One line of the table: what was measured, the figure, and a reference measured in the same run (or the goal). */
const rowSchema = z.object({ what: z.string(), measured: z.string(), reference: z.string().default('') });
export type BenchRow = z.input<typeof rowSchema>;

const moduleSchema = z.object({
  default: z.custom<() => Promise<BenchRow[]>>((value) => typeof value === 'function'),
});

// A number is the duration or size for benches that take one.
const requested = process.argv.slice(2).filter((word) => !/^\d+$/.test(word));
const files = globSync('*.ts', { cwd: import.meta.dirname })
  .filter((file) => file !== path.basename(import.meta.filename))
  .filter((file) => requested.length === 0 || requested.includes(path.basename(file, '.ts')))
  .sort();

await buildIfStale(console.log);
for (const file of files) {
  const bench = moduleSchema.safeParse(await import(path.join(import.meta.dirname, file)));
  if (!bench.success) continue;
  console.log(`\n${path.basename(file, '.ts')}`);
  const rows = z.array(rowSchema).parse(await bench.data.default());
  console.table(rows);
}
