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
  // Of the staff API.
  ...['key', 'kind', 'day', 'dueOn', 'reference', 'section', 'rate', 'reason', 'note', 'email', 'file'],
  ...['csv', 'rows', 'columns', 'store', 'names', 'status', 'bank', 'gateway'],
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
  key: `"${'k'.repeat(16)}"`,
  kind: '"neft"',
  day: '"2026-10-12"',
  reference: '"UTR1"',
  reason: '"agreed"',
  csv: '"Bill number,Amount\\nINV-1,100"',
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
  // Any code units, including unpaired surrogates.
  [
    5,
    fc.array(fc.nat(65_535), { maxLength: 40 }).map((units) => JSON.stringify(String.fromCharCode(...units))),
  ],
);
const never = fc.constant('');
const pair = (field: string, text: fc.Arbitrary<string>) =>
  text.map((json) => `${JSON.stringify(field)}:${json}`);

/** A field of an object: a required field is mostly valid, and sometimes present twice. */
function member(field: string, isRight: boolean): fc.Arbitrary<string[]> {
  const right = good[field];
  if (!isRight || right === undefined) return fc.tuple(weighted([50, pair(field, value)], [50, never]));
  return fc.tuple(
    weighted([60, fc.constant(`${JSON.stringify(field)}:${right}`)], [25, pair(field, value)], [15, never]),
    weighted([10, pair(field, value)], [90, never]),
  );
}

/** At least one required field is always invalid. */
const object = fc
  .constantFrom(...fields)
  .chain((wrong) =>
    fc
      .tuple(...fields.map((field) => member(field, field !== wrong)))
      .map((members) => `{${members.flat().filter(Boolean).join(',')}}`),
  );

/** Returns a body for a JSON route: nearly valid, wrong types, huge, deep, broken, or not JSON. */
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

const segment = fc.constantFrom(
  ...[
    'x',
    '0',
    '-1',
    '2026-10',
    '9999-99',
    'pay_AAAAAAAAAAAAAA',
    'order_AAAAAAAAAAAAAA',
    '__proto__',
    'today',
  ],
  ...['%00', '%ED%A0%80', '%E0%A4%A', '%25', '..%2F..%2Fetc', '%E0%A4%A8%E0%A4%AE', "1'--", 'a'.repeat(900)],
);
const queryNames = ['after', 'from', 'to', 'search', 'state', 'format', 'days', 'by', 'month', 'status'];
const query = fc
  .array(fc.tuple(fc.constantFrom(...queryNames), fc.oneof(segment, fc.string({ maxLength: 60 }))), {
    maxLength: 4,
  })
  .map((pairs) => String(new URLSearchParams(pairs)));

/** Returns a request to a route with parameters, `/bills/:billId/mail` or `/:act{clear|bounce}`. */
export function* fuzzedCalls(
  path: string,
  seed: number,
): Generator<{ path: string; body: FuzzedRequest['body'] }> {
  const parts = path.split('/').map((part) => {
    const [, choices] = /^:\w+(?:\{(.*)\})?$/.exec(part) ?? [part];
    if (!part.startsWith(':')) return fc.constant(part);
    return choices ? fc.oneof(segment, fc.constantFrom(...choices.split('|'))) : segment;
  });
  const call = fc.record({
    path: fc.tuple(fc.tuple(...parts), query).map(([filled, search]) => `${filled.join('/')}?${search}`),
    body,
  });
  for (let round = 0; ; round += 1) yield* fc.sample(call, { seed: seed + round, numRuns: 100 });
}

/** Generates endless requests; the same seed gives the same ones. */
export function* fuzzedRequests(seed: number): Generator<FuzzedRequest, never> {
  for (let round = 0; ; round += 1) yield* fc.sample(request, { seed: seed + round, numRuns: 100 });
}
