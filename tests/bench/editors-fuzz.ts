import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import type { SanityClient } from '@sanity/client';
import { z } from 'zod';
import { runStaffCommand } from '../integration/accounts/visitor.ts';
import { chromiumArgs, ensureChromium } from '../support/chromium.ts';
import { type Action, judge, type Log, type Transaction, type Violation } from '../support/editors/judge.ts';
import { Person, type SharedDocument } from '../support/editors/person.ts';
import { randomNumbers, textsIn, tokensOf, wordsOf } from '../support/editors/words.ts';
import { type RoleName, type Stack, startStack } from '../support/stack.ts';
import type { BenchRow } from './run.ts';

/** Minutes. `npm run bench editors-fuzz 30` runs for half an hour, and `seed=7` repeats the choices of another run. */
const minutes = Number(process.argv.findLast((word) => /^\d+$/.test(word)) ?? 3);
const seed = Number(
  process.argv.findLast((word) => word.startsWith('seed='))?.slice(5) ?? Math.floor(Math.random() * 2 ** 31),
);

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
  {
    id: 'testimonial-malhotra',
    type: 'testimonial',
    lines: [{ field: 'quote' }, { field: 'role' }],
    texts: [],
  },
];
/** Sections with fields to type into. */
const keptSections = ['hero', 'call-to-action'];

const people: { name: string; role: RoleName; documents: string[] }[] = [
  { name: 'Asha', role: 'administrator', documents: ['page', 'siteSettings', 'article'] },
  { name: 'Bela', role: 'editor', documents: ['page', 'article', 'testimonial'] },
  { name: 'Chand', role: 'editor', documents: ['page', 'siteSettings', 'testimonial'] },
  { name: 'Divya', role: 'hr', documents: ['jobOpening'] },
  { name: 'Esha', role: 'editor', documents: ['jobOpening', 'article', 'page'] },
];

/** Actions with the weights of normal use. */
const weights: Record<string, number> = {
  type: 34,
  'type in text': 24,
  replace: 4,
  move: 6,
  'add section': 3,
  'remove section': 3,
  publish: 9,
  schedule: 4,
  restore: 3,
  discard: 2,
  merge: 3,
  offline: 4,
  'close tab': 4,
  open: 12,
};

const transactionSchema = z.object({
  id: z.string(),
  author: z.string(),
  timestamp: z.string(),
  effects: z.record(z.string(), z.object({ apply: z.tuple([z.literal(0), z.unknown()]) })),
});

/**
 * Five people work on the same documents in the Studio at normal speed. They type, publish, schedule, restore and lose their
 * connection, and services are killed. In the end, each typed word must be stored, offered, or removed by an action that
 * shows it.
 */
export default async function editorsFuzz(): Promise<BenchRow[]> {
  console.log(`  seed=${seed}, ${minutes} minutes`);
  const stack = await startStack({ parts: ['lake', 'site'] });
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArgs });
  try {
    return await new Fuzz(stack, browser).run();
  } finally {
    await browser.close();
    await stack.stop();
  }
}

class Fuzz {
  readonly #stack: Stack;
  readonly #browser: Browser;
  readonly #content: SanityClient;
  readonly #log: Log = { typed: [], actions: [], histories: new Map(), offered: [], seed: new Set() };
  readonly #people: Person[] = [];
  readonly #names = new Map<string, string>();
  #end = 0;

  constructor(stack: Stack, browser: Browser) {
    this.#stack = stack;
    this.#browser = browser;
    this.#content = stack.client('administrator', { perspective: 'raw', maxRetries: 5 });
  }

  async run(): Promise<BenchRow[]> {
    const contents = await this.#content.fetch<unknown[]>('*[!(_id in path("_.**"))]');
    this.#log.seed = tokensOf(contents.flatMap((one) => [...textsIn(one).values()]));
    for (const [index] of people.entries()) await this.#join(index);
    this.#end = Date.now() + minutes * 60_000;
    const random = people.map((_, index) => randomNumbers(seed + 101 * (index + 1)));
    const progress = setInterval(() => this.#printProgress(), 60_000);
    await Promise.all([
      ...this.#people.map((person, index) => this.#work(person, index, random[index] ?? Math.random)),
      this.#disturb(randomNumbers(seed + 7)),
    ]);
    await this.#settle();
    clearInterval(progress);
    return this.#report();
  }

  #printProgress() {
    const { actions, typed } = this.#log;
    const failed = actions.filter(({ failure }) => failure).length;
    console.log(`  ${time(Date.now())}: ${actions.length} actions, ${failed} failed, ${typed.length} words`);
  }

  async #join(index: number) {
    const one = people[index];
    if (!one) return;
    const context = await this.#browser.newContext({
      baseURL: this.#stack.siteUrl,
      viewport: { width: 1500, height: 1000 },
      reducedMotion: 'reduce',
    });
    const random = randomNumbers(seed + index);
    const { typed, actions } = this.#log;
    const person = new Person({
      name: one.name,
      context,
      random,
      word: wordsOf(index, random),
      typed,
      actions,
    });
    this.#people.push(person);
    await person.join(await runStaffCommand(this.#stack, 'link', one.name, '--role', one.role));
    this.#names.set(await person.id(), one.name);
  }

  /** One person acts until the end of the run. */
  async #work(person: Person, index: number, random: () => number) {
    const types = people[index]?.documents ?? [];
    const own = documents.filter(({ type }) => types.includes(type));
    const next = () => own[Math.floor(random() * own.length)] ?? documents[0];
    const openNext = () =>
      person.act('open', async (entry) => {
        const document = next();
        if (!document) return;
        entry.document = document.id;
        await person.open(document);
      });
    await openNext();
    while (Date.now() < this.#end) {
      const failures = this.#log.actions
        .slice(-40)
        .filter((one) => one.person === person.name)
        .slice(-3);
      // Somebody whose Studio does not respond reloads the page.
      if (failures.length === 3 && failures.every(({ failure }) => failure))
        await person.act('reload', async () => {
          await person.reopen();
          await person.open(person.document ?? own[0] ?? Object(documents[0]));
        });
      await person.closeDialogs().catch(() => undefined);
      if (random() < 0.5) await person.answerOffer(random() < 0.75).catch(() => undefined);
      const kind = this.#draw(person.document, random);
      if (kind === 'open') await openNext();
      else await this.#step(person, kind, random);
      await person.pause(1_000 + random() * 4_000);
    }
  }

  #draw(document: SharedDocument | undefined, random: () => number): string {
    const isPossible = (kind: string) => {
      if (kind === 'type in text') return Boolean(document?.texts.length);
      return !/move|section/.test(kind) || document?.type === 'page';
    };
    const kinds = Object.entries(weights).filter(([kind]) => isPossible(kind));
    let left = random() * kinds.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [kind, weight] of kinds) {
      left -= weight;
      if (left < 0) return kind;
    }
    return 'type';
  }

  async #step(person: Person, kind: string, random: () => number) {
    const words = 1 + Math.floor(random() * 3);
    const undoSometimes = async (changed: boolean, seenAt: number) => {
      if (!changed || random() > 0.4) return;
      await person.pause(1_000 + random() * 5_000);
      await person.act('undo', (entry) => person.undo(entry, seenAt));
    };
    const inSections = (name: string, keep?: string[]) => {
      let changed = false;
      const at = Date.now();
      return person
        .act(kind, async (entry) => {
          changed = await person.chooseForSection(entry, name, keep);
        })
        .then(() => undoSometimes(changed, at));
    };
    switch (kind) {
      case 'type':
        return person.act(kind, (entry) => person.typeInLine(entry, { words }));
      case 'replace':
        return person.act(kind, (entry) => person.typeInLine(entry, { words, isReplacing: true }));
      case 'type in text':
        return person.act(kind, (entry) => person.typeInText(entry, { words }));
      case 'move':
        return inSections(random() < 0.5 ? 'Move up' : 'Move down');
      case 'add section':
        return inSections('Duplicate');
      case 'remove section':
        return inSections('Remove', keptSections);
      case 'publish':
        return person.act(kind, (entry) => person.publish(entry));
      case 'schedule':
        return person.act(kind, (entry) => person.schedule(entry));
      case 'restore':
        return person.act(kind, (entry) => person.restore(entry));
      case 'discard':
        return person.act(kind, (entry) => person.discard(entry));
      case 'close tab':
        return person.act(kind, (entry) => person.closeTab(entry));
      case 'merge':
        return this.#merge(person);
      case 'offline':
        return this.#workOffline(person, random);
    }
  }

  /** Merges published changes into a release that is paused because of the document, if there is one. */
  async #merge(person: Person) {
    const id = person.document?.id;
    const paused = await this.#content
      .fetch<string | null>(
        '*[_type == "system.release" && state == "active" && $id in error.conflicts[].id][0].name',
        { id },
      )
      .catch(() => null);
    if (paused) await person.act('merge', (entry) => person.mergePublished(entry, paused));
  }

  async #workOffline(person: Person, random: () => number) {
    const since = Date.now();
    await person.act('offline', () => person.setOffline(true));
    const steps = 1 + Math.floor(random() * 3);
    for (let step = 0; step < steps; step++) {
      await this.#step(
        person,
        random() < 0.5 && person.document?.texts.length ? 'type in text' : 'type',
        random,
      );
      await person.pause(1_000 + random() * 3_000);
    }
    await person.act('online', () => person.setOffline(false));
    await person.pause(5_000);
    person.extend(since);
  }

  /** Kills and restarts services, and takes away and gives back a role. */
  async #disturb(random: () => number) {
    const [admin] = this.#people;
    const rest = () => new Promise((resolve) => setTimeout(resolve, 30_000 + random() * 30_000));
    for (let round = 0; ; round++) {
      await rest();
      if (Date.now() > this.#end) return;
      if (round % 2 === 0) await this.#killService(random);
      else if (admin) {
        await this.#setRole(admin, 'viewer');
        await rest();
        await this.#setRole(admin, 'editor');
      }
    }
  }

  async #killService(random: () => number) {
    const part = random() < 0.5 ? 'site' : 'lake';
    const since = Date.now() - 10_000;
    const entry: Action = { person: '', kind: `kill ${part}`, document: '', from: Date.now(), to: 0 };
    this.#log.actions.push(entry);
    await this.#stack.kill(part);
    await new Promise((resolve) => setTimeout(resolve, 2_000 + random() * 8_000));
    await this.#stack.start(part);
    // Clients come back within seconds.
    await new Promise((resolve) => setTimeout(resolve, 10_000));
    entry.to = Date.now();
    for (const person of this.#people) person.extend(since);
  }

  /** Changes the role of the last person, as an administrator does. */
  async #setRole(admin: Person, role: RoleName) {
    const name = people.at(-1)?.name ?? '';
    // Not in the administrator's own browser, which may be offline.
    const context = await this.#browser.newContext({
      baseURL: this.#stack.siteUrl,
      storageState: await admin.page.context().storageState(),
    });
    const page = await context.newPage();
    const entry: Action = { person: admin.name, kind: `role ${role}`, document: '', from: Date.now(), to: 0 };
    this.#log.actions.push(entry);
    for (let tries = 0; tries < 5; tries++)
      try {
        await page.goto('/staff/people', { timeout: 30_000 });
        const article = page.getByRole('article', { name });
        await article.getByText('Change', { exact: true }).click({ timeout: 10_000 });
        await article.getByLabel('Role').selectOption(role, { timeout: 10_000 });
        await article.getByRole('button', { name: 'Change role' }).click({ timeout: 10_000 });
        await page.getByText(`The role of ${name} is now`).waitFor({ timeout: 10_000 });
        break;
      } catch (error) {
        entry.failure = String(error).split('\n')[0] ?? '';
      }
    entry.to = Date.now();
    await context.close();
  }

  /** Ends all disturbances, lets schedules run, and opens every document again in everybody's browser. */
  async #settle() {
    const [admin] = this.#people;
    if (admin) await this.#setRole(admin, 'editor');
    const last = Date.now() + 150_000;
    const isScheduled = () =>
      this.#content.fetch<number>('count(*[_type == "system.release" && state == "scheduled"])');
    while (Date.now() < last && (await isScheduled()) > 0)
      await new Promise((resolve) => setTimeout(resolve, 2_000));
    await Promise.all(
      this.#people.map((person, index) => this.#openAll(person, people[index]?.documents ?? [])),
    );
  }

  async #openAll(person: Person, types: string[]) {
    const since = Date.now();
    await person.reopen();
    // Each opening offers the latest unsaved edits.
    for (const document of documents.filter(({ type }) => types.includes(type)))
      for (let count = 0; count < 6; count++) {
        await person.act('open at the end', async (entry) => {
          entry.document = document.id;
          await person.open(document);
          await person.waitForOffer();
        });
        const offer = await person.offered().catch(() => undefined);
        if (!offer) break;
        this.#log.offered.push({ person: person.name, document: document.id, text: offer.text });
        await person.page.getByRole('button', { name: 'Discard them' }).first().click();
        await person.reopen();
      }
    person.extend(since);
  }

  async #report(): Promise<BenchRow[]> {
    for (const { id } of documents) this.#log.histories.set(id, await this.#historyOf(id));
    const verdict = judge(this.#log);
    const { typed, actions } = this.#log;
    const counts = Map.groupBy(actions, ({ kind }) => kind);
    console.log('  actions (failed):');
    for (const [kind, all] of [...counts].sort(([, one], [, other]) => other.length - one.length))
      console.log(`    ${kind}: ${all.length} (${all.filter(({ failure }) => failure).length})`);
    console.log('  removed:', Object.fromEntries(verdict.removed));
    const refused = typed.filter(({ text, planned }) => text.length < planned.length).length;
    console.log(
      `  words that were cut short, because the form refused letters or the tab was closed: ${refused}`,
    );
    for (const violation of verdict.violations) this.#print(violation);
    const file = path.join(tmpdir(), `editors-fuzz-${seed}.json`);
    writeFileSync(file, JSON.stringify({ ...this.#log, ...verdict }, asPlain, 1));
    console.log(`  log: ${file}`);
    const count = (rule: Violation['rule']) =>
      String(verdict.violations.filter((one) => one.rule === rule).length);
    const removed = [...verdict.removed.values()].reduce((sum, one) => sum + one, 0);
    return [
      {
        what: `five people, ${minutes} minutes (seed=${seed}): ${actions.length} actions, words typed`,
        measured: `${typed.length}: ${verdict.found} found, ${verdict.offered} offered, ${removed} removed`,
      },
      { what: 'words gone without having been offered', measured: count('gone'), reference: 'goal: 0' },
      { what: "letters in another's word", measured: count('mixed'), reference: 'goal: 0' },
      {
        what: 'published words undone by somebody who did not see them',
        measured: count('undone'),
        reference: 'goal: 0',
      },
    ];
  }

  #print({ rule, document, field, word, person, what }: Violation) {
    console.log(`\n  ${rule}: “${word}”${person && ` of ${person}`} in ${document}, ${field}: ${what}`);
    const { typed, actions } = this.#log;
    const [one] = typed.filter(({ text }) => text === word);
    const around = actions.filter(
      (action) =>
        action.document === document &&
        (!one || (action.to > one.at - 20_000 && action.from < one.until + 60_000)),
    );
    for (const { person, kind, field, from, to, failure } of around.slice(0, 40))
      console.log(`    ${time(from)}-${time(to)} ${person}: ${kind} ${field ?? ''} ${failure ?? ''}`);
  }

  /** Reads the history of a document, its draft and its versions. */
  async #historyOf(id: string): Promise<Transaction[]> {
    const releases = await this.#content.fetch<string[]>('*[_type == "system.release"].name');
    const ids = [id, `drafts.${id}`, ...releases.map((name) => `versions.${name}.${id}`)];
    const transactions: Transaction[] = [];
    const seen = new Set<string>();
    for (let from: string | undefined; ; ) {
      const text = await this.#content.request<string>({
        url: `/data/history/production/transactions/${ids.join(',')}`,
        query: {
          effectFormat: 'mendoza',
          excludeMutations: 'true',
          limit: '200',
          ...(from ? { fromTransaction: from } : {}),
        },
      });
      const lines = String(text).split('\n').filter(Boolean);
      const page = lines
        .map((line) => transactionSchema.parse(JSON.parse(line)))
        .filter((one) => !seen.has(one.id));
      if (page.length === 0) return transactions;
      for (const one of page) {
        seen.add(one.id);
        from = one.id;
        const states = Object.entries(one.effects)
          .filter(([changed]) => ids.includes(changed))
          .map(([changed, { apply }]) => [changed, apply[1] === null ? null : textsIn(apply[1])] as const);
        transactions.push({
          author: this.#names.get(one.author) ?? one.author,
          at: Date.parse(one.timestamp),
          states: new Map(states),
        });
      }
    }
  }
}

const time = (at: number) => (Number.isFinite(at) ? new Date(at).toISOString().slice(11, 19) : '…');

const asPlain = (_key: string, value: unknown) =>
  value instanceof Map ? Object.fromEntries(value) : value instanceof Set ? undefined : value;
