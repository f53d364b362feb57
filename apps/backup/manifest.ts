import { z } from 'zod';
import { tableCountsSchema } from './table-counts.ts';

export const manifestName = 'backup.json';

/** The first file of a backup. */
export const manifestSchema = z.object({
  made: z.iso.datetime(),
  files: z.number(),
  proof: tableCountsSchema,
});
