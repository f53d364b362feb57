/** Prints a step and its duration. */
export async function withProgress<Result>(
  print: (line: string) => void,
  [doing, done]: [string, string],
  work: () => Promise<Result>,
): Promise<Result> {
  const begun = performance.now();
  print(`${doing} …`);
  const result = await work();
  print(`  ${done} in ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  return result;
}
