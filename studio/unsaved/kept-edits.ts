import { z } from 'zod';
import { notices } from '#studio/ui/notices.ts';

/** Changed fields (null for an emptied one) and what they were before, with time and document revision. */
const kept = z.object({
  at: z.string(),
  rev: z.string().optional(),
  fields: z.record(z.string(), z.unknown()),
  base: z.record(z.string(), z.unknown()).optional(),
  /** Why they cannot be stored automatically. */
  why: z.string().optional(),
});
type Edit = z.infer<typeof kept>;
export type Kept = Edit & { key: string };

const prefix = 'unsaved';
const tab = `${prefix} ${crypto.getRandomValues(new Uint32Array(2)).join('')}`;
const unsaved = new Set<string>();
/** A lock for the tab's lifetime, so that other tabs leave its edits alone. */
let isLocked = false;

/**
 * Warns on closing the tab. Registered before the Studio's listener, which tells others goodbye, and breaks offline,
 * even for somebody who then stays.
 */
function warn(event: Event) {
  if (unsaved.size === 0) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}
globalThis.window?.addEventListener('beforeunload', warn);

/** This tab's storage key for a person and a document. */
export const keyOf = (person: string, id: string) => `${prefix} ${person} ${id} ${tab}`;

/** The key for refused edits, which this tab offers too. */
export const refusedKeyOf = (person: string, id: string) => keyOf(person, `${id} refused`);

/** Keeps edits in the browser, and warns on closing the tab, until they are stored (undefined). */
export function keep(key: string, edit: Edit | undefined): void {
  if (!edit) {
    unsaved.delete(key);
    localStorage.removeItem(key);
    return;
  }
  if (!isLocked) navigator.locks?.request(tab, { ifAvailable: true }, () => new Promise(() => {}));
  isLocked = true;
  unsaved.add(key);
  try {
    localStorage.setItem(key, JSON.stringify(edit));
  } catch {
    // Over the browser's quota; the warning remains.
  }
}

/** The latest edits of a closed tab, or refused in this one, for a person and a document. Forgets other people's. */
export async function findKept(person: string, id: string): Promise<Kept | undefined> {
  const open = (await navigator.locks?.query())?.held?.map(({ name }) => name) ?? [];
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(`${prefix} `));
  for (const key of keys) if (!key.startsWith(`${prefix} ${person} `)) localStorage.removeItem(key);
  return keys
    .filter((key) => key.startsWith(`${prefix} ${person} ${id} `))
    .filter((key) => key === refusedKeyOf(person, id) || !open.some((name) => key.endsWith(`${name}`)))
    .flatMap(read)
    .toSorted((one, other) => one.at.localeCompare(other.at))
    .at(-1);
}

/** The edits under a key. Entries that this version cannot read stay in the browser, and a notice says so. */
function read(key: string): Kept[] {
  try {
    return [{ key, ...kept.parse(JSON.parse(localStorage.getItem(key) ?? '')) }];
  } catch (error) {
    console.error(key, error);
    notices.next({
      id: 'unreadable',
      status: 'warning',
      title: 'Some unsaved edits cannot be read',
      description: `An earlier version of the Studio kept them. They stay in this browser under “${key}”: ask your administrator before you clear the browser's data.`,
      closable: true,
      duration: 60_000,
    });
    return [];
  }
}
