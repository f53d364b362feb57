let version = 0;

/** Counts what this process has heard of published changes: what was rendered under an older number may be out of date. */
export const contentVersion = (): number => version;

/** Tells this process that published content has changed. */
export function contentChanged(): void {
  version += 1;
}
