import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium } from '@playwright/test';
import { z } from 'zod';
import { runStaffCommand } from '../integration/accounts/visitor.ts';
import { chromiumArgs, ensureChromium } from '../support/chromium.ts';
import { judge, type Log, type Transaction, type Violation } from '../support/editors/judge.ts';
import { Person, type SharedDocument } from '../support/editors/person.ts';
import { textsIn, wordsOf } from '../support/editors/words.ts';
import { seededRandom } from '../support/random.ts';
import { type Stack, startStack } from '../support/stack.ts';
import type { BenchRow } from './run.ts';

/** Minutes. `npm run bench editors-fuzz 30` runs for half an hour, and `seed=7` repeats the choices of another run. */
const minutes = Number(process.argv.findLast((word) => /^\d+$/.test(word)) ?? 3);
const seed = Number(
  process.argv.findLast((word) => word.startsWith('seed='))?.slice(5) ?? Math.floor(Math.random() * 2 ** 31),
);
const random = seededRandom(seed);

const documents: SharedDocument[] = [
  {
    id: 'page-about',
    type: 'page',
    lines: ['hero', 'call-to-action'].flatMap((section) =>
      ['heading', 'text'].map((field) => ({ section, field })),
    ),
    texts: [],
  },
  {
    id: 'article-how-to-read-a-tender-notice',
    type: 'article',
    lines: [{ field: 'summary' }],
    texts: ['body'],
  },
  {
    id: 'siteSettings',
    type: 'siteSettings',
    lines: [{ field: 'tagline' }, { field: 'description' }],
    texts: [],
  },
  {
    id: 'jobOpening-content-writer',
    type: 'jobOpening',
    lines: [{ field: 'summary' }, { field: 'location' }],
    texts: ['description'],
  },
];
const names = ['Asha', 'Bela', 'Chand', 'Divya', 'Esha'];

/**
 * Five people work on the same documents in the Studio at normal speed. They type, publish, schedule, restore and lose their
 * connection, and services are killed. In the end, each typed word must be stored, offered, or removed by an action that
 * shows it.
 */
export default async function editorsFuzz(): Promise<BenchRow[]> {
  console.log(`  seed=${seed}, ${minutes} minutes`);
  const stack = await startStack({ parts: ['lake', 'site'] });
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArgs });
  const log: Log = { typed: [], actions: [], histories: new Map(), offered: [] };
  const progress = setInterval(() => console.log(`  ${clock(Date.now())}: ${count(log)}`), 60_000);
  try {
    const people = new Map<string, Person>();
    for (const index of names.keys()) {
      const person = await join(index, { stack, browser, log });
      people.set(person.id, person);
    }
    const end = Date.now() + minutes * 60_000;
    await Promise.all([...[...people.values()].map((one) => one.work(end)), disturb(stack, people, end)]);
    await settle(stack);
    await Promise.all([...people.values()].map((one) => one.readOffers()));
    for (const { id } of documents) log.histories.set(id, await readHistory(stack, id, people));
    return report(log);
  } finally {
    clearInterval(progress);
    await browser.close();
    await stack.stop();
  }
}

async function join(
  index: number,
  { stack, browser, log }: { stack: Stack; browser: Browser; log: Log },
): Promise<Person> {
  const context = await browser.newContext({
    baseURL: stack.siteUrl,
    viewport: { width: 1500, height: 1000 },
    reducedMotion: 'reduce',
  });
  const name = names[index] ?? '';
  const own = random.split();
  const person = new Person({
    name,
    context,
    documents,
    log,
    random: own,
    word: wordsOf(index, own.split()),
  });
  await person.join(await runStaffCommand(stack, 'link', name, '--role', 'editor'));
  return person;
}

/** Kills and restarts services. */
async function disturb(stack: Stack, people: Map<string, Person>, end: number) {
  for (;;) {
    await sleep(random.int(30_000, 60_000));
    if (Date.now() > end) return;
    const part = random.chance(0.5) ? 'site' : 'lake';
    const since = Date.now() - 10_000;
    console.log(`  ${clock(Date.now())}: ${part} killed`);
    await stack.kill(part);
    await sleep(random.int(2_000, 10_000));
    await stack.start(part);
    // Clients come back within seconds.
    await sleep(10_000);
    for (const person of people.values()) person.extend(since);
  }
}

/** Waits until schedules have run. */
async function settle(stack: Stack) {
  const content = stack.client('administrator', { maxRetries: 5 });
  const last = Date.now() + 150_000;
  const scheduled = 'count(*[_type == "system.release" && state == "scheduled"])';
  while (Date.now() < last && (await content.fetch<number>(scheduled)) > 0) await sleep(2_000);
}

const transactionSchema = z.object({
  id: z.string(),
  author: z.string(),
  timestamp: z.string(),
  effects: z.record(z.string(), z.object({ apply: z.tuple([z.literal(0), z.unknown()]) })),
});

/** Reads the history of a document, its draft and its versions. */
async function readHistory(stack: Stack, id: string, people: Map<string, Person>): Promise<Transaction[]> {
  const content = stack.client('administrator', { perspective: 'raw', maxRetries: 5 });
  const releases = await content.fetch<string[]>('*[_type == "system.release"].name');
  const ids = [id, `drafts.${id}`, ...releases.map((name) => `versions.${name}.${id}`)];
  const transactions = new Map<string, Transaction>();
  for (let from = ''; ; ) {
    const text = await content.request<string>({
      url: `/data/history/production/transactions/${ids.join(',')}`,
      query: {
        effectFormat: 'mendoza',
        excludeMutations: 'true',
        limit: '200',
        ...(from && { fromTransaction: from }),
      },
    });
    const known = transactions.size;
    for (const line of String(text).split('\n').filter(Boolean)) {
      const { author, timestamp, effects, ...one } = transactionSchema.parse(JSON.parse(line));
      const states = Object.entries(effects)
        .filter(([changed]) => ids.includes(changed))
        .map(([changed, { apply }]) => [changed, apply[1] === null ? null : textsIn(apply[1])] as const);
      transactions.set(one.id, {
        author: people.get(author)?.name ?? author,
        at: Date.parse(timestamp),
        states: new Map(states),
      });
      from = one.id;
    }
    if (transactions.size === known) return [...transactions.values()];
  }
}

function report(log: Log): BenchRow[] {
  const verdict = judge(log);
  const { actions } = log;
  for (const [kind, all] of Map.groupBy(actions, (one) => one.kind))
    console.log(`  ${kind}: ${all.length}, ${all.filter(({ failure }) => failure).length} failed`);
  console.log('  removed:', Object.fromEntries(verdict.removed));
  for (const { text, document, field } of verdict.mixed)
    console.log(`  letters of somebody else in “${text}” in ${document}, ${field}`);
  for (const violation of verdict.violations) print(violation, log);
  const file = path.join(tmpdir(), `editors-fuzz-${seed}.json`);
  const asPlain = (_key: string, value: unknown) =>
    value instanceof Map ? Object.fromEntries(value) : value;
  writeFileSync(file, JSON.stringify({ ...log, verdict }, asPlain, 1));
  console.log(`  log: ${file}`);
  const number = (rule: Violation['rule']) =>
    String(verdict.violations.filter((one) => one.rule === rule).length);
  const removed = [...verdict.removed.values()].reduce((sum, one) => sum + one, 0);
  return [
    {
      what: `five people, ${minutes} minutes (seed=${seed}): ${count(log)}`,
      measured: `${verdict.found} words found, ${verdict.offered} offered, ${removed} removed`,
    },
    { what: 'words gone without having been offered', measured: number('gone'), reference: 'goal: 0' },
    {
      what: 'published words undone by somebody who did not see them',
      measured: number('undone'),
      reference: 'goal: 0',
    },
    {
      what: 'words mixed with letters of people who typed at the same moment',
      measured: String(verdict.mixed.length),
    },
  ];
}

/** Prints a violation with the actions around it. */
function print({ rule, word, what }: Violation, { actions }: Log) {
  const { text, person, document, field, at, until } = word;
  console.log(`\n  ${rule}: “${text}” of ${person} in ${document}, ${field}, ${clock(at)}: ${what}`);
  for (const one of actions)
    if (one.document === document && one.to > at - 20_000 && one.from < until + 60_000)
      console.log(
        `    ${clock(one.from)}-${clock(one.to)} ${one.person}: ${one.kind} ${one.field ?? ''} ${one.failure ?? ''}`,
      );
}

const clock = (at: number) => new Date(at).toISOString().slice(11, 19);
const count = ({ typed, actions }: Log) =>
  `${actions.length} actions, ${actions.filter(({ failure }) => failure).length} failed, ${typed.length} words`;
