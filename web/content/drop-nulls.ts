import { textOf } from '#schemas/property.ts';
import { log } from '#web/log.ts';
import { oncePerProcess } from '#web/once-per-process.ts';

declare global {
  interface OncePerProcess {
    /** Places in the content whose nulls have been logged. */
    loggedNulls: Set<string>;
  }
}

/** Text blocks and their pieces. The renderer accepts a missing property, but hides a text with one that is null. */
const textTypes = new Set(['block', 'span']);

/**
 * Drops null members of lists and null properties of text blocks, in place, so that no code that renders content meets
 * them. The Studio writes none, but imports and scripts do. Logs each place once.
 */
export function dropNulls<Result>(result: Result): Result {
  const whole = { result };
  dropNullsIn(whole, 'content');
  return whole.result;
}

function dropNullsIn(value: object, place: string): void {
  const own = textOf(value, '_id') ?? place;
  const isText = textTypes.has(textOf(value, '_type') ?? '');
  for (const [name, member] of Object.entries(value)) {
    const at = Array.isArray(value) ? own : `${own} ${name}`;
    if (Array.isArray(member)) {
      const kept = member.filter((one) => one !== null);
      if (kept.length < member.length) logOnce(at);
      Reflect.set(value, name, kept);
      dropNullsIn(kept, at);
    } else if (typeof member === 'object' && member !== null) dropNullsIn(member, at);
    else if (member === null && isText) {
      // A projection makes null of missing `markDefs`.
      if (name !== 'markDefs') logOnce(at);
      if (name === 'children') Reflect.set(value, name, []);
      else Reflect.deleteProperty(value, name);
    }
  }
}

function logOnce(subject: string): void {
  oncePerProcess.loggedNulls ??= new Set();
  if (oncePerProcess.loggedNulls.has(subject)) return;
  oncePerProcess.loggedNulls.add(subject);
  log('warn', 'content has null in a list or a text, which is left out', { subject });
}
