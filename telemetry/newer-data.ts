/**
 * Why a release cannot run on data that newer ones have migrated; undefined where it can. Migrations only add, so that the
 * release before runs on what they leave. One that takes away says how many migrations a release has to know from then on.
 */
export function whyTooOld(what: string, { known, needed }: { known: number; needed: number }) {
  if (known >= needed) return undefined;
  return `${what} was changed by a newer release, and this one cannot run on it. Deploy that one or a later one, or restore a backup from before it into another folder.`;
}
