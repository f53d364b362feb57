import { z } from 'zod';

/** Fields that were changed (null for one that was emptied), when, and in which revision of the document. */
const kept = z.object({
  at: z.string(),
  rev: z.string().optional(),
  fields: z.record(z.string(), z.unknown()),
  /** Why it will not be stored by itself. */
  why: z.string().optional(),
});
type Edit = z.infer<typeof kept>;
export type Kept = Edit & { key: string };

const prefix = 'unsaved';
const tab = `${prefix} ${crypto.getRandomValues(new Uint32Array(2)).join('')}`;
const unsaved = new Set<string>();

/**
 * Asks whoever closes the tab, before the Studio hears of it: it says goodbye to others then, and breaks where there is
 * no connection, also for somebody who stays. Listeners are called in their order, so this one is there first.
 */
function warn(event: Event) {
  if (unsaved.size === 0) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}
globalThis.window?.addEventListener('beforeunload', warn);

/** The key of what this tab keeps for a person and a document. */
export const keyOf = (person: string, id: string) => `${prefix} ${person} ${id} ${tab}`;

/** The same for what was refused, which is offered in this tab too. */
export const refusedKeyOf = (person: string, id: string) => keyOf(person, `${id} refused`);

/** Keeps edits in the browser until they are stored; undefined once they are. Whoever closes the tab before is warned. */
export function keep(key: string, edit: Edit | undefined): void {
  if (!edit) {
    unsaved.delete(key);
    localStorage.removeItem(key);
    return;
  }
  // Held for as long as the tab is open, so that others leave its edits to it.
  if (unsaved.size === 0) navigator.locks?.request(tab, { ifAvailable: true }, () => new Promise(() => {}));
  unsaved.add(key);
  try {
    localStorage.setItem(key, JSON.stringify(edit));
  } catch {
    // Larger than what the browser gives us; the warning stands.
  }
}

/** The last that a tab which is gone has kept for a person and a document, or that was refused in this one. What other people kept here is forgotten. */
export async function findKept(person: string, id: string): Promise<Kept | undefined> {
  const open = (await navigator.locks?.query())?.held?.map(({ name }) => name) ?? [];
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(`${prefix} `));
  for (const key of keys) if (!key.startsWith(`${prefix} ${person} `)) localStorage.removeItem(key);
  return keys
    .filter((key) => key.startsWith(`${prefix} ${person} ${id} `))
    .filter((key) => key === refusedKeyOf(person, id) || !open.some((name) => key.endsWith(`${name}`)))
    .map((key) => ({ key, ...kept.parse(JSON.parse(localStorage.getItem(key) ?? '')) }))
    .toSorted((one, other) => one.at.localeCompare(other.at))
    .at(-1);
}
