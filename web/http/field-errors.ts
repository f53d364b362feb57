import type * as z from 'zod/mini';

/** Returns the first message of each field. */
export function fieldErrors(error: z.core.$ZodError): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const issue of error.issues) {
    const field = String(issue.path[0] ?? 'body');
    messages[field] ??= issue.message;
  }
  return messages;
}
