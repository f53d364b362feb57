import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ClientError, type SanityClient } from '@sanity/client';
import { evaluate, parse } from 'groq-js';
import { inMilliseconds, percentile } from '../support/percentile.ts';
import { startStack } from '../support/stack.ts';
import type { BenchRow } from './run.ts';

const sizes = [1_000, 20_000, 100_000];
const requestedSizes = process.argv.filter((word) => /^\d+$/.test(word)).map(Number);
const authors = 100;
const categories = 50;

type Document = { _id: string; _type: string; [field: string]: unknown };
type Kind = {
  what: string;
  query: string;
  params?: (n: number) => Record<string, unknown>;
  perspective?: 'raw' | 'published' | 'drafts';
};

const vocabulary = Array.from({ length: 30_000 }, (_, n) => wordOf(n + 30));

function wordOf(n: number): string {
  const syllables = ['ka', 'lo', 'mi', 'ren', 'su', 'ta', 'vi', 'dor', 'ne', 'pa', 'shi', 'gu'];
  let word = '';
  for (let rest = n; rest > 0; rest = Math.floor(rest / syllables.length))
    word += syllables[rest % syllables.length];
  return word;
}

/** As in a language: few words are in most texts, most words in few. */
function text(seed: number, words: number): string {
  let state = seed + 1;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return Array.from({ length: words }, () => vocabulary[Math.floor(vocabulary.length * next() ** 4)]).join(
    ' ',
  );
}

/** An agency's blog of twenty years, 1.65 kB a document: posts with authors and categories, and some drafts. */
function* content(size: number): Generator<Document> {
  for (let n = 0; n < authors; n++) yield { _id: `author-${n}`, _type: 'author', name: `Author ${n}` };
  for (let n = 0; n < categories; n++)
    yield { _id: `category-${n}`, _type: 'category', title: `Category ${n}` };
  for (let n = 0; n < size - authors - categories; n++)
    yield {
      _id: n % 100 === 99 ? `drafts.post-${n - 1}` : `post-${n}`,
      _type: 'article',
      title: `${text(n, 6)} ${n}`,
      slug: { _type: 'slug', current: `post-${n}` },
      publishedAt: new Date(1.1e12 + ((n * 7919) % size) * 3.6e7).toISOString(),
      author: { _type: 'reference', _ref: `author-${n % authors}` },
      categories: [n % categories, (n * 7) % categories].map((category) => ({
        _key: `k${category}`,
        _type: 'reference',
        _ref: `category-${category}`,
      })),
      summary: text(n + 7, 20),
      body: [0, 1].map((block) => ({
        _type: 'block',
        _key: `b${block}`,
        children: [{ _type: 'span', _key: 's', text: text(n * 2 + block, 50) }],
      })),
    };
}

const postFields = '{title, "author": author->name, "categories": categories[]->title}';
const newest = `*[_type == "article"] | order(publishedAt desc)[$from...$to]${postFields}`;
const pageOf = (from: number) => () => ({ from, to: from + 20 });
/** The Studio's search with `groqLegacy`, and its lists of documents, which are searches without a word. */
const studio = (match: string, fields: string, order: string) =>
  `// findability-mvi:4\n*[_type in $__types${match}]{_type, _id, _originalId, "orderings": [${fields}]} | order(${order}) [0...$__limit]`;
const searched = ['_id', '_type', 'title', 'slug.current', 'summary', 'pt::text(body)', 'name'];
const searchFor = (n: number) => vocabulary[5_000 + ((n * 997) % 20_000)] ?? '';

const kinds: Kind[] = [
  {
    what: 'slug and dereference',
    query: '*[_type == "article" && slug.current == $slug][0]{title, body, "author": author->name}',
    params: (n) => ({ slug: `post-${(n * 31) % 800}` }),
  },
  { what: 'newest, page 1', query: newest, params: pageOf(0), perspective: 'published' },
  { what: 'newest, page 40', query: newest, params: pageOf(800), perspective: 'published' },
  {
    what: 'newest of a category',
    query: `*[_type == "article" && references($category)] | order(publishedAt desc)[0...20]${postFields}`,
    params: (n) => ({ category: `category-${n % 5}` }),
  },
  {
    what: 'match in a text',
    query: '*[_type == "article" && pt::text(body) match $word]{title}[0...20]',
    params: (n) => ({ word: `${searchFor(n)}*` }),
  },
  {
    what: "the Studio's search",
    query: studio(
      ` && (${searched.map((one) => `${one} match $t0`).join(' || ')})`,
      '_id',
      'orderings[0] asc',
    ),
    params: (n) => ({ __types: ['article', 'author'], __limit: 1000, t0: `${searchFor(n)}*` }),
    perspective: 'drafts',
  },
  {
    what: "the Studio's list, last edited first",
    query: studio('', '_updatedAt', 'orderings[0] desc'),
    params: () => ({ __types: ['article'], __limit: 100 }),
    perspective: 'drafts',
  },
  {
    what: 'every slug, for a sitemap',
    query:
      '*[_type in $types && defined(slug.current)]{_id, _type, "slug": slug.current, _updatedAt} | order(_type asc, slug asc)',
    params: () => ({ types: ['page', 'article'] }),
    perspective: 'published',
  },
];

async function milliseconds(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

async function fill(client: SanityClient, all: Document[]) {
  for (let at = 0; at < all.length; at += 500)
    await client.mutate(
      all.slice(at, at + 500).map((createOrReplace) => ({ createOrReplace })),
      { returnDocuments: false },
    );
}

/** Each kind of query at one size: warm, right after a start and a publish, compared with groq-js. */
async function measure(size: number): Promise<BenchRow[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'lake-bench-'));
  const stack = await startStack({ parts: ['lake'], seed: false, dataDir });
  const of = `${size} documents: `;
  try {
    const client = stack.client('administrator', { perspective: 'raw' });
    const all = [...content(size)];
    const filling = await milliseconds(() => fill(client, all));
    await stack.kill('lake');
    const starting = performance.now();
    await stack.start('lake');
    let queries = 0;
    let ended = 0;
    const timeQuery = ({ query, params, perspective = 'raw' }: Kind) =>
      milliseconds(() =>
        client.fetch(query, params?.(queries++) ?? {}, { perspective }).catch((error: unknown) => {
          if (!(error instanceof ClientError) || error.details?.type !== 'queryTimeoutError') throw error;
          ended += 1;
        }),
      );
    const publish = (n: number) =>
      milliseconds(() =>
        client
          .transaction()
          .delete(`drafts.post-${n}`)
          .createOrReplace({
            ...all[authors + categories + n],
            _id: `post-${n}`,
            _type: 'article',
            title: `Changed ${n}`,
          })
          .commit({ returnDocuments: false }),
      );
    const rows: BenchRow[] = [];
    const times = kinds.map((kind) => ({ kind, first: 0, warm: [0], published: [0] }));
    let firstResponse = 0;
    for (const time of times) {
      time.first = await timeQuery(time.kind);
      firstResponse ||= performance.now() - starting;
    }
    for (const time of times) {
      time.warm = [];
      for (let n = 0; n < (size > 20_000 ? 20 : 40); n++) time.warm.push(await timeQuery(time.kind));
    }
    const publishing: number[] = [];
    for (const [at, time] of times.entries()) {
      time.published = [];
      for (let n = 0; n < 10; n++) {
        publishing.push(await publish(at * 10 + n));
        time.published.push(await timeQuery(time.kind));
      }
    }
    const status = readFileSync(`/proc/${stack.pid('lake')}/status`, 'utf8');
    const memory = `${Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)} MB`;
    for (const { kind, first, warm, published } of times) {
      const params = kind.params?.(0) ?? {};
      const plain =
        size > 20_000
          ? ''
          : await milliseconds(async () => {
              const value = await evaluate(parse(kind.query, { params }), { dataset: all, params });
              return value.get();
            });
      rows.push({
        what: `${of}${kind.what}`,
        measured: `${inMilliseconds(percentile(warm, 50))} / ${inMilliseconds(percentile(warm, 95))}; start ${inMilliseconds(first)}, publish ${inMilliseconds(percentile(published, 95))}`,
        reference: plain === '' ? '' : inMilliseconds(plain),
      });
    }
    return [
      ...rows,
      {
        what: `${of}first response after a start`,
        measured: inMilliseconds(firstResponse),
        reference: 'goal 2000 ms',
      },
      { what: `${of}queries ended by their time limit`, measured: String(ended), reference: 'goal 0' },
      { what: `${of}memory of the process`, measured: memory, reference: 'goal 600 MB' },
      {
        what: `${of}publish, p50 / p95`,
        measured: `${inMilliseconds(percentile(publishing, 50))} / ${inMilliseconds(percentile(publishing, 95))}`,
      },
      { what: `${of}all written, 500 a transaction`, measured: inMilliseconds(filling) },
    ];
  } finally {
    await stack.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The stated size of the content lake: queries p50 / p95 over HTTP, with the reference of one run in plain groq-js. */
export default async function bench(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const size of requestedSizes.length > 0 ? requestedSizes : sizes) rows.push(...(await measure(size)));
  return rows;
}
