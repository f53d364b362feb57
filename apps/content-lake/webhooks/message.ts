import { evaluate } from 'groq-js';
import type { Webhook } from '../config.ts';
import type { DocumentChange } from '../store/transaction.ts';

export type Operation = 'create' | 'update' | 'delete';

/** What a webhook sends for one changed document, or undefined when its filter does not match. */
export async function messageOf(
  { id, filter, projection }: Pick<Webhook, 'id' | 'filter' | 'projection'>,
  change: DocumentChange,
): Promise<{ body: string; operation: Operation } | undefined> {
  const { before, after } = change;
  const input = { root: after ?? before, before, after };
  try {
    if ((await (await evaluate(filter, input)).get()) !== true) return undefined;
    const body = JSON.stringify(await (await evaluate(projection, input)).get());
    return { body, operation: !before ? 'create' : after ? 'update' : 'delete' };
  } catch (error) {
    // Trying again would end the same, and the changes behind this one would wait for ever.
    console.error(`Webhook "${id}" cannot be evaluated for ${change.id}:`, error);
    return undefined;
  }
}
