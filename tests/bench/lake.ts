import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SanityClient } from '@sanity/client';
import { evaluate, parse } from 'groq-js';
import { inMilliseconds, percentile } from '../support/percentile.ts';
import { startStack } from '../support/stack.ts';
import type { BenchRow } from './run.ts';

const documents = 20_000;
const authors = 1_000;
const categories = 50;

type Document = { _id: string; _type: string; [field: string]: unknown };

/** An agency's blog of twenty years: posts with authors and categories, published over time. */
function* content(): Generator<Document> {
  for (let n = 0; n < authors; n++) yield { _id: `author-${n}`, _type: 'author', name: `Author ${n}` };
  for (let n = 0; n < categories; n++)
    yield { _id: `category-${n}`, _type: 'category', title: `Category ${n}` };
  for (let n = 0; n < documents - authors - categories; n++)
    yield {
      _id: `post-${n}`,
      _type: 'post',
      title: `Post ${n}`,
      slug: { _type: 'slug', current: `post-${n}` },
      publishedAt: new Date(1.1e12 + ((n * 7919) % documents) * 3.6e7).toISOString(),
      author: { _type: 'reference', _ref: `author-${n % authors}` },
      categories: [n % categories, (n * 7) % categories].map((category) => ({
        _key: `k${category}`,
        _type: 'reference',
        _ref: `category-${category}`,
      })),
      body: [
        {
          _type: 'block',
          _key: 'b',
          children: [{ _type: 'span', _key: 's', text: `Text of post ${n}. `.repeat(20) }],
        },
      ],
    };
}

const queries = [
  {
    what: 'slug look-up with a dereference',
    goal: 10,
    query: '*[_type == "post" && slug.current == $slug][0]{title, body, "author": author->name}',
    params: (n: number) => ({ slug: `post-${(n * 31) % 15_000}` }),
  },
  {
    what: '20 newest of a category, with dereferences',
    goal: 10,
    query:
      '*[_type == "post" && references($category)] | order(publishedAt desc)[0...20]{title, "author": author->name, "categories": categories[]->title}',
    params: (n: number) => ({ category: `category-${n % categories}` }),
  },
  {
    what: '20 newest of all, with dereferences',
    goal: 10,
    query:
      '*[_type == "post"] | order(publishedAt desc)[$from...$to]{title, "author": author->name, "categories": categories[]->title}',
    params: (n: number) => ({ from: (n % 5) * 20, to: (n % 5) * 20 + 20 }),
  },
  {
    what: '20 authors with a references() count',
    goal: 50,
    query: '*[_type == "author"][$from...$to]{name, "posts": count(*[references(^._id)])}',
    params: (n: number) => ({ from: (n % 5) * 20, to: (n % 5) * 20 + 20 }),
  },
];

async function timed(runs: number, run: (n: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < runs; n++) {
    const start = performance.now();
    await run(n);
    times.push(performance.now() - start);
  }
  return percentile(times, 95);
}

async function fill(client: SanityClient, all: Document[]) {
  for (let at = 0; at < all.length; at += 500)
    await client.mutate(
      all.slice(at, at + 500).map((createOrReplace) => ({ createOrReplace })),
      { returnDocuments: false },
    );
}

/** The goals of the content lake at 20,000 documents, over HTTP, beside plain groq-js in the same run. */
export default async function bench(): Promise<BenchRow[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'lake-bench-'));
  const stack = await startStack({ parts: ['lake'], seed: false, dataDir });
  try {
    const client = stack.client('administrator', { perspective: 'raw' });
    const all = [...content()];
    const filling = performance.now();
    await fill(client, all);
    const rows: BenchRow[] = [
      {
        what: `write ${documents} documents, 500 a transaction`,
        measured: inMilliseconds(performance.now() - filling),
      },
    ];
    for (const { what, goal, query, params } of queries) {
      const first = performance.now();
      await client.fetch(query, params(0));
      const cold = performance.now() - first;
      const lake = await timed(200, (n) => client.fetch(query, params(n)));
      const plain = await timed(5, async (n) => {
        const value = await evaluate(parse(query, { params: params(n) }), {
          dataset: all,
          params: params(n),
        });
        return value.get();
      });
      rows.push({
        what: `${what}, p95 (first one ${inMilliseconds(cold)})`,
        measured: inMilliseconds(lake),
        reference: `goal ${goal} ms; plain groq-js ${inMilliseconds(plain)}`,
      });
    }
    const afterWrites = await timed(20, async (n) => {
      await client
        .patch(`post-${n}`)
        .set({ title: `Changed ${n}` })
        .commit({ returnDocuments: false });
    });
    rows.push({ what: 'one patch, acknowledged on disk, p95', measured: inMilliseconds(afterWrites) });
    return rows;
  } finally {
    await stack.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
