// Preloaded into each thread of a lake. Stalls the thread whenever zod derives a part of a schema while a time limit is
// running, as happens at random on a busy machine. A property not yet derived by zod is a getter without a setter.
const { defineProperty } = Object;
const cell = new Int32Array(new SharedArrayBuffer(4));
/** Milliseconds; longer than the limit of a fast write. */
const stall = 200;
/** Maximum number of stack frames to record, as zod parses recursively. */
const depth = 200;
let hasDerived = false;

Object.defineProperty = (target, name, descriptor) => {
  const defined = defineProperty(target, name, descriptor);
  if (!Reflect.has(Object(target), 'def') || !('get' in descriptor) || 'set' in descriptor) return defined;
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = depth;
  const isLimited = new Error().stack?.includes('/time-limit.ts');
  Error.stackTraceLimit = before;
  if (isLimited) Atomics.wait(cell, 0, 0, stall);
  if (!hasDerived) console.log('zod derives on first use');
  hasDerived = true;
  return defined;
};
