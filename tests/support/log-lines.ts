import { z } from 'zod';

const lineSchema = z.looseObject({
  time: z.iso.datetime(),
  level: z.enum(['debug', 'info', 'warn', 'error']),
  service: z.string(),
  message: z.string(),
  request: z.string().optional(),
});

/** The log of a stack. Throws when a line of it is no event. */
export const logLines = (log: string[]) => log.map((line) => lineSchema.parse(JSON.parse(line)));
