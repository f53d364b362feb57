import { GroqSyntaxError } from 'groq-js';
import { LakeError, typedError } from '../errors.ts';

/** Converts an error of a query to Sanity's form. `@sanity/client` draws a code frame from the position. */
export function queryError(error: unknown, query: string): LakeError {
  if (error instanceof LakeError) return error;
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const { length } = query;
  if (error instanceof GroqSyntaxError) {
    const start = Math.min(error.position, Math.max(length - 1, 0));
    return typedError(400, 'queryParseError', message, { query, start, end: Math.min(start + 1, length) });
  }
  if (name === 'GroqQueryError')
    return typedError(400, 'queryParseError', message, { query, start: 0, end: length });
  return typedError(400, 'queryEvaluationError', message, { query });
}
