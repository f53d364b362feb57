import { z } from 'zod';
import { toasts } from '#studio/ui/toasts.ts';

/** Changed fields (null for an emptied one) and what they were before, with time and document revision. */
const editSchema = z.object({
  at: z.string(),
  rev: z.string().optional(),
  fields: z.record(z.string(), z.unknown()),
  base: z.record(z.string(), z.unknown()).optional(),
  /** Why they cannot be stored automatically. */
  why: z.string().optional(),
});
type Edit = z.infer<typeof editSchema>;
export type LocalEdit = Edit & { key: string };

const prefix = 'unsaved';
const tab = `${prefix} ${crypto.getRandomValues(new Uint32Array(2)).join('')}`;
const unsavedKeys = new Set<string>();
/** A lock for the tab's lifetime, so that other tabs leave its edits alone. */
let isLocked = false;

/**
 * Warns on closing the tab. Registered before the Studio's listener, which tells others goodbye, and breaks offline,
 * even for somebody who then stays.
 */
function warnBeforeClosing(event: Event) {
  if (unsavedKeys.size === 0) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}
globalThis.window?.addEventListener('beforeunload', warnBeforeClosing);

/** This tab's storage key for a person and a document. */
export const storageKey = (person: string, id: string) => `${prefix} ${person} ${id} ${tab}`;

/** The key for refused edits, which this tab offers too. */
export const rejectedStorageKey = (person: string, id: string) => storageKey(person, `${id} refused`);

/** Keeps edits in the browser, and warns on closing the tab, until they are stored (undefined). */
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
    // Over the browser's quota; the warning remains.
  }
}

/** The latest edits of a closed tab, or refused in this one, for a person and a document. Forgets other people's. */
export async function findLocalEdit(person: string, id: string): Promise<LocalEdit | undefined> {
  const open = (await navigator.locks?.query())?.held?.map(({ name }) => name) ?? [];
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(`${prefix} `));
  for (const key of keys) if (!key.startsWith(`${prefix} ${person} `)) localStorage.removeItem(key);
  return keys
    .filter((key) => key.startsWith(`${prefix} ${person} ${id} `))
    .filter((key) => key === rejectedStorageKey(person, id) || !open.some((name) => key.endsWith(`${name}`)))
    .flatMap(read)
    .toSorted((one, other) => one.at.localeCompare(other.at))
    .at(-1);
}

/** The edits under a key. Entries that this version cannot read stay in the browser, and a notice says so. */
function read(key: string): LocalEdit[] {
  try {
    return [{ key, ...editSchema.parse(JSON.parse(localStorage.getItem(key) ?? '')) }];
  } catch (error) {
    console.error(key, error);
    toasts.next({
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
