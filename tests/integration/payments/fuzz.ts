import { randomBytes } from 'node:crypto';

/** A repeatable source of random numbers (mulberry32), so that a body that breaks something can be made again. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const fields = [
  ...[
    'amount',
    'billNumber',
    'customerName',
    'customerPhone',
    'orderId',
    'paymentId',
    'signature',
    'receipt',
  ],
  ...['event', 'payload', '__proto__', 'constructor', 'toString', 'length', ''],
];

const good: Record<string, string> = {
  amount: '1499.5',
  billNumber: '"INV-1"',
  customerName: '"Asha"',
  customerPhone: '"9876543210"',
  orderId: '"order_AAAAAAAAAAAAAA"',
  paymentId: '"pay_AAAAAAAAAAAAAA"',
  signature: `"${'a'.repeat(64)}"`,
  receipt: `"${'a'.repeat(22)}"`,
};

const oddities = [
  ...[
    'null',
    'true',
    '0',
    '-0',
    '-1',
    '1e308',
    '1e999',
    '-1e-400',
    '0.1',
    '1.005',
    '99999999999999999999',
    'NaN',
  ],
  ...['Infinity', '""', '" "', '"\\u0000"', '"\\ud800"', '"\\u202e"', '"1; drop table orders"'],
  ...[
    '[]',
    '{}',
    '[[]]',
    '{"$ne":null}',
    '{"length":1e9}',
    '"../../etc/passwd"',
    '"\u{1F600}"',
    '"नमस्ते"',
    '"\\n"',
  ],
  ...[
    '{"toString":null}',
    '{"__proto__":{"amount":1}}',
    '"9876543210"',
    '"order_../../../../"',
    'undefined',
    '\u0000',
  ],
];

/** A body for a JSON route, as text: nearly right, wrong in types, huge, deep, broken, or not JSON at all. */
export function fuzzedBody(random: () => number): string | Buffer<ArrayBuffer> {
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
  const value = (): string => {
    const luck = random();
    if (luck < 0.6) return pick(oddities) ?? 'null';
    if (luck < 0.75) return JSON.stringify('x'.repeat(Math.floor(random() * 3000)));
    if (luck < 0.85) return '['.repeat(Math.floor(random() * 4000));
    if (luck < 0.95) return String(random() * 10 ** Math.floor(random() * 40 - 10));
    return JSON.stringify(
      String.fromCharCode(...Array.from({ length: 40 }, () => Math.floor(random() * 65_536))),
    );
  };
  const luck = random();
  if (luck < 0.03) return Buffer.from(randomBytes(Math.floor(random() * 400)));
  if (luck < 0.05) return ' '.repeat(Math.floor(random() * 40_000));
  if (luck < 0.08) return `${'{"a":'.repeat(2500)}1${'}'.repeat(2500)}`;
  if (luck < 0.14) return value();
  const wrong = pick(fields);
  const pairs: string[] = [];
  for (const field of fields) {
    // Never all of them right: at least one field of what a route needs is wrong.
    if (field === wrong || !(field in good)) {
      if (random() < 0.5) pairs.push(`${JSON.stringify(field)}:${value()}`);
      continue;
    }
    if (random() < 0.85) pairs.push(`${JSON.stringify(field)}:${random() < 0.7 ? good[field] : value()}`);
    if (random() < 0.1) pairs.push(`${JSON.stringify(field)}:${value()}`);
  }
  const text = `{${pairs.join(',')}}`;
  return random() < 0.05 ? text.slice(0, Math.floor(random() * text.length)) : text;
}
