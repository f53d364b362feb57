import { evaluate, parse } from 'groq-js';
import type { Webhook } from '../config.ts';
import type { DocumentChange } from '../store/transaction.ts';

export type Operation = 'create' | 'update' | 'delete';

type Message = { body: string; operation: Operation };

/** Makes what a webhook sends for one changed document, or undefined when its filter does not match. */
export function messages({ id, ...texts }: Pick<Webhook, 'id' | 'filter' | 'projection'>) {
  const filter = parse(texts.filter, { mode: 'delta' });
  const projection = parse(texts.projection, { mode: 'delta' });
  return async ({ id: documentId, before, after }: DocumentChange): Promise<Message | undefined> => {
    const input = { root: after ?? before, before, after };
    try {
      if ((await (await evaluate(filter, input)).get()) !== true) return undefined;
      const body = JSON.stringify(await (await evaluate(projection, input)).get());
      return { body, operation: !before ? 'create' : after ? 'update' : 'delete' };
    } catch (error) {
      // Trying again would end the same, and the changes behind this one would wait for ever.
      console.error(`Webhook "${id}" cannot be evaluated for ${documentId}:`, error);
      return undefined;
    }
  };
}
