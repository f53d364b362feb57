/** Prints a check's result and, unless it is `ok`, advice. */
export function reportCheck(state: 'ok' | 'look' | 'wrong', about: string, says: string): void {
  if (state === 'wrong') process.exitCode = 1;
  console.log(`${state.padEnd(6)} ${about.padEnd(12)} ${says.replaceAll(/\s*\n\s*/g, ' ')}`);
}

export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
