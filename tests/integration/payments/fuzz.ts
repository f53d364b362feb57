import fc from 'fast-check';

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

const repeated = (text: string, most: number) => fc.nat(most).map((count) => text.repeat(count));
const weighted = <T>(...choices: [number, fc.Arbitrary<T>][]) =>
  fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));

const value = weighted<string>(
  [60, fc.constantFrom(...oddities)],
  [15, repeated('x', 3000).map((text) => JSON.stringify(text))],
  [10, repeated('[', 4000)],
  [10, fc.double().map(String)],
  // Any code units, halves of surrogate pairs too.
  [
    5,
    fc.array(fc.nat(65_535), { maxLength: 40 }).map((units) => JSON.stringify(String.fromCharCode(...units))),
  ],
);
const never = fc.constant('');
const pair = (field: string, text: fc.Arbitrary<string>) =>
  text.map((json) => `${JSON.stringify(field)}:${json}`);

/** A field of an object: one that a route needs is mostly right, and at times there twice. */
function member(field: string, isRight: boolean): fc.Arbitrary<string[]> {
  const right = good[field];
  if (!isRight || right === undefined) return fc.tuple(weighted([50, pair(field, value)], [50, never]));
  return fc.tuple(
    weighted([60, fc.constant(`${JSON.stringify(field)}:${right}`)], [25, pair(field, value)], [15, never]),
    weighted([10, pair(field, value)], [90, never]),
  );
}

/** Never all of them right: at least one field of what a route needs is wrong. */
const object = fc
  .constantFrom(...fields)
  .chain((wrong) =>
    fc
      .tuple(...fields.map((field) => member(field, field !== wrong)))
      .map((members) => `{${members.flat().filter(Boolean).join(',')}}`),
  );

/** A body for a JSON route: nearly right, wrong in types, huge, deep, broken, or not JSON at all. */
const body = weighted<string | Buffer<ArrayBuffer>>(
  [3, fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes))],
  [2, repeated(' ', 40_000)],
  [3, fc.constant(`${'{"a":'.repeat(2500)}1${'}'.repeat(2500)}`)],
  [6, value],
  [82, object],
  [4, fc.tuple(object, fc.nat(400)).map(([text, end]) => text.slice(0, end))],
);

const sometimes = (share: number, headers: Record<string, string>) =>
  weighted([share, fc.constant(headers)], [100 - share, fc.constant({})]);

const request = fc.record({
  body,
  isSigned: fc.boolean(),
  headers: fc
    .tuple(
      sometimes(2, { 'content-type': 'text/plain' }),
      sometimes(2, { 'content-type': 'application/json; charset=utf-16' }),
      sometimes(2, { 'content-encoding': 'gzip' }),
      weighted<Record<string, string>>(
        [10, repeated('x', 100).map((key) => ({ 'idempotency-key': key }))],
        [90, fc.constant({})],
      ),
    )
    .map((parts): Record<string, string> => Object.assign({}, ...parts)),
});
type FuzzedRequest = typeof request extends fc.Arbitrary<infer Value> ? Value : never;

/** Endless requests; the same seed gives the same ones. */
export function* fuzzedRequests(seed: number): Generator<FuzzedRequest, never> {
  for (let round = 0; ; round += 1) yield* fc.sample(request, { seed: seed + round, numRuns: 100 });
}
