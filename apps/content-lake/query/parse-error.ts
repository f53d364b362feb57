import { GroqSyntaxError } from 'groq-js';
import { LakeError, typedError } from '../errors.ts';

const danglingOperator = /^\s*(?:[=!<>]=|&&|\|\||\*\*|=>|->|[-+*/%<>|,:]|in|match)?\s*$/;

/** Converts an error of a query to Sanity's form. `@sanity/client` draws a code frame from the position. */
export function queryError(error: unknown, query: string): LakeError {
  if (error instanceof LakeError) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof GroqSyntaxError)) {
    if (error instanceof Error && error.name === 'GroqQueryError')
      return parseError(lowerFirst(message), query, { start: 0, end: query.length });
    return typedError(400, 'queryEvaluationError', message, { query });
  }
  const detail = message.replace(/^Syntax error in GROQ query at position \d+(: )?/, '');
  const rest = query.slice(error.position);
  // groq-js reports the position before a dangling operator, but the error is at the end.
  const atEnd = danglingOperator.test(rest);
  const start = atEnd ? Math.max(query.length - 1, 0) : Math.min(error.position, query.length);
  const end = Math.min(start + 1, query.length);
  return parseError(wordingOf(detail, query, start, atEnd), query, { start, end });
}

function wordingOf(detail: string, query: string, start: number, atEnd: boolean): string {
  if (atEnd) return 'unexpected end-of-file, expected expression';
  const token = /^(?:\w+|\s+|.)/s.exec(query.slice(start))?.[0] ?? '';
  // groq-js reports this wherever it stops parsing.
  if (detail === 'Unexpected end of query')
    return `unexpected token ${JSON.stringify(token)}, expected end of expression`;
  return lowerFirst(detail);
}

function parseError(description: string, query: string, position: { start: number; end: number }): LakeError {
  return typedError(400, 'queryParseError', description, { query, ...position });
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
