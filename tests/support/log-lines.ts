import { z } from 'zod';

const lineSchema = z.looseObject({
  time: z.iso.datetime(),
  level: z.enum(['debug', 'info', 'warn', 'error']),
  service: z.string(),
  message: z.string(),
  request: z.string().optional(),
});

/** Parses the log of a stack. Throws if a line is not a log event. */
export const logLines = (log: string[]) => log.map((line) => lineSchema.parse(JSON.parse(line)));
