import { getPublishedId } from '@sanity/client/csm';
import { z } from 'zod';

/** Changed fields (null for an emptied field) and their earlier values, with ISO time and document revision. */
const editSchema = z.object({
  at: z.string(),
  rev: z.string().optional(),
  fields: z.record(z.string(), z.unknown()),
  base: z.record(z.string(), z.unknown()).optional(),
  /** The fields only add text that the document does not have, so a merge keeps the text of others. */
  isAddition: z.boolean().optional(),
  /** Why the edits were not saved. If set, they are never restored automatically. */
  why: z.string().optional(),
});
type Edit = z.infer<typeof editSchema>;
/** `isElsewhere`: they were made in another version of the document. */
export type LocalEdit = Edit & { key: string; isElsewhere?: boolean };

const prefix = 'unsaved';
const tab = `${prefix} ${crypto.getRandomValues(new Uint32Array(2)).join('')}`;
const unsavedKeys = new Set<string>();
/** Whether this tab holds its lock. The lock shows other tabs that this tab is still saving its edits. */
let isLocked = false;

/**
 * Warns before the tab is closed with unsaved edits. Must be registered before the Studio's listener, which fails
 * offline, and which announces that the editor left even if the editor then stays.
 */
function warnBeforeClosing(event: Event) {
  if (unsavedKeys.size === 0) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}
globalThis.window?.addEventListener('beforeunload', warnBeforeClosing);

/** Returns this tab's storage key for a person and a document. */
export const storageKey = (person: string, id: string) => `${prefix} ${person} ${id} ${tab}`;

/** Returns the storage key for rejected edits, which this tab offers for restoring as well. */
export const rejectedStorageKey = (person: string, id: string) => storageKey(person, `${id} refused`);

/** Stores edits in the browser; `undefined` deletes them. While edits are stored, closing the tab warns first. */
export function storeLocally(key: string, edit: Edit | undefined): void {
  if (!edit) {
    unsavedKeys.delete(key);
    localStorage.removeItem(key);
    return;
  }
  if (!isLocked) navigator.locks?.request(tab, { ifAvailable: true }, () => new Promise(() => {}));
  isLocked = true;
  unsavedKeys.add(key);
  try {
    localStorage.setItem(key, JSON.stringify(edit));
  } catch {
    // The browser's quota is exceeded. The warning on closing remains.
  }
}

/**
 * Returns the latest edits of a person and document from a closed tab, or rejected edits from this tab. Edits of another
 * version of the document come last, because that version may be gone. Deletes the edits of other people.
 */
export async function findLocalEdit(person: string, id: string): Promise<LocalEdit | undefined> {
  const open = (await navigator.locks?.query())?.held?.map(({ name }) => name) ?? [];
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(`${prefix} `));
  for (const key of keys) if (!key.startsWith(`${prefix} ${person} `)) localStorage.removeItem(key);
  const versionIn = (key: string) => key.split(' ')[2] ?? '';
  const found = keys
    .filter((key) => getPublishedId(versionIn(key)) === getPublishedId(id))
    .filter((key) => key === rejectedStorageKey(person, id) || !open.some((name) => key.endsWith(`${name}`)))
    .flatMap(read)
    .toSorted((one, other) => one.at.localeCompare(other.at));
  const other = found.at(-1);
  const elsewhere = other && {
    why: 'You made them in another version of this document.',
    ...other,
    isElsewhere: true,
  };
  return found.findLast(({ key }) => versionIn(key) === id) ?? elsewhere;
}

/** Reads the edits under a key. If this version cannot parse them, they stay in the browser. */
function read(key: string): LocalEdit[] {
  try {
    return [{ key, ...editSchema.parse(JSON.parse(localStorage.getItem(key) ?? '')) }];
  } catch (error) {
    console.error(key, error);
    return [];
  }
}
