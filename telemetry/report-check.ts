/** Prints the result of a check of `npm run doctor` and, unless it is `ok`, advice. An error also sets the exit code. */
export function reportCheck(state: 'ok' | 'warn' | 'error', subject: string, text: string): void {
  if (state === 'error') process.exitCode = 1;
  console.log(`${state.padEnd(6)} ${subject.padEnd(12)} ${text.replaceAll(/\s*\n\s*/g, ' ')}`);
}

/** Returns the message of an error's cause, if it has one, or else its own. */
export function findReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
