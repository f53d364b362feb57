/** Prints what a check has found and, unless it is `ok`, what to do about it. */
export function tell(state: 'ok' | 'look' | 'wrong', about: string, says: string): void {
  if (state === 'wrong') process.exitCode = 1;
  console.log(`${state.padEnd(6)} ${about.padEnd(12)} ${says.replaceAll(/\s*\n\s*/g, ' ')}`);
}

export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
