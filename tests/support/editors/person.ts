import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { editPath } from '#schemas/paths.ts';
import type { Random } from '../random.ts';
import type { Action, Log } from './judge.ts';

type Line = { field: string; section?: string };
/** A document that all people edit. `lines` and `texts` are its plain and rich text fields. */
export type SharedDocument = { id: string; type: string; lines: Line[]; texts: string[] };

/** Milliseconds that loading the Studio, and one step in it, may take on a slow machine. */
const patience = 90_000;
const attempt = 15_000;

/**
 * Records letters that a field accepted: a field without a connection may have none. Letters count for the field that has
 * the focus at the start of a word, not for a dialog that opens over it.
 */
function recordLetters() {
  const accepted: string[] = [];
  const fieldAt = (node: EventTarget | null) =>
    node instanceof Element ? node.closest('[data-testid^="field-"]')?.getAttribute('data-testid') : null;
  let field: string | null | undefined;
  const takeLetters = () => accepted.splice(0);
  const startWord = () => {
    field = fieldAt(document.activeElement);
    takeLetters();
  };
  addEventListener('beforeinput', (event) => {
    if (event.inputType === 'insertText' && event.data && field && fieldAt(event.target) === field)
      accepted.push(event.data);
  });
  const copied: string[] = [];
  Object.assign(window, { startWord, takeLetters, takeCopied: () => copied.splice(0) });
  // Headless browsers have no clipboard.
  const writeText = async (text: string) => void copied.push(text);
  Object.defineProperty(navigator, 'clipboard', { value: { writeText } });
}

/** Clicks without waiting until nothing moves any more, which takes a slow machine long. */
async function press(target: Locator) {
  await expect(target).toBeVisible({ timeout: attempt });
  await target.evaluate((node) => node instanceof HTMLElement && node.click());
}

type Options = {
  name: string;
  context: BrowserContext;
  documents: SharedDocument[];
  random: Random;
  /** Makes up a word that nobody typed before. */
  word: () => string;
  log: Log;
};

/** Somebody who works in the Studio of a browser of their own, one action at a time. */
export class Person {
  readonly name: string;
  readonly #options: Options;
  readonly #random: Random;
  /** Actions with the weights of normal use. */
  readonly #acts: [kind: string, weight: number, act: (entry: Action) => Promise<void>][] = [
    ['open', 12, (entry) => this.#openAnother(entry)],
    ['type', 38, (entry) => this.#typeInLine(entry)],
    ['type in text', 24, (entry) => this.#typeInText(entry)],
    ['remove section', 4, (entry) => this.#removeSection(entry)],
    ['publish', 9, (entry) => this.#publish(entry)],
    ['schedule', 4, (entry) => this.#schedule(entry)],
    ['restore', 3, (entry) => this.#restore(entry)],
    ['discard', 2, (entry) => this.#discard(entry)],
    ['offline', 4, () => this.#workOffline()],
    ['close tab', 4, (entry) => this.#closeTab(entry)],
  ];
  /** The id that the content lake's history has for this person. */
  id = '';
  #page: Page | undefined;
  #document: SharedDocument | undefined;
  #isOffline = false;

  constructor(options: Options) {
    this.name = options.name;
    this.#options = options;
    this.#random = options.random;
  }

  get #tab(): Page {
    if (!this.#page) throw new Error(`${this.name} has no tab.`);
    return this.#page;
  }

  /** Accepts an invitation and opens the Studio. */
  async join(link: string) {
    await this.#options.context.addInitScript(recordLetters);
    await this.#openTab();
    await this.#tab.goto(link);
    await this.#tab.getByLabel('Password').fill('four words in a row');
    await this.#tab.getByRole('button', { name: 'Set password' }).click();
    await expect(this.#tab.getByTestId('studio-navbar')).toBeVisible({ timeout: patience });
    this.id = await this.#tab.evaluate(async () => (await (await fetch('/lake/v1/users/me')).json()).id);
  }

  /** Acts at random until a time. */
  async work(end: number) {
    const acts = this.#acts.flatMap(([kind, weight, act]) =>
      Array.from({ length: weight }, () => ({ kind, act })),
    );
    await this.#act('open', (entry) => this.#openAnother(entry));
    for (let failures = 0; Date.now() < end; ) {
      await this.#closeDialogs().catch(() => undefined);
      if (this.#random.chance(0.5)) await this.#answerOffer().catch(() => undefined);
      const chosen = this.#random.pick(acts);
      failures = chosen && (await this.#act(chosen.kind, chosen.act)) ? 0 : failures + 1;
      // Somebody whose Studio does not respond reloads the page.
      if (failures >= 3) await this.#act('reload', () => this.#reopen());
      await this.#pause(1, 5);
    }
  }

  /** Does something, and logs it with its failure if it failed. Returns whether it succeeded. */
  async #act(kind: string, act: (entry: Action) => Promise<void>): Promise<boolean> {
    const document = this.#document?.id ?? '';
    const times = { from: Date.now(), to: Number.POSITIVE_INFINITY };
    const entry: Action = { person: this.name, kind, document, ...times };
    this.#options.log.actions.push(entry);
    try {
      await act(entry);
    } catch (error) {
      entry.failure = String(error).split('\n').slice(0, 12).join(' ');
    }
    entry.to = Date.now();
    return !entry.failure;
  }

  /** Extends everything since a time to now: only now could the connection deliver it. */
  extend(since: number) {
    const { typed, actions } = this.#options.log;
    for (const one of typed) if (one.person === this.name && one.at >= since) one.until = Date.now();
    for (const one of actions)
      if (one.person === this.name && one.from >= since && Number.isFinite(one.to)) one.to = Date.now();
  }

  async #openAnother(entry: Action) {
    this.#document = this.#random.pick(this.#options.documents);
    entry.document = this.#document?.id ?? '';
    await this.#open();
  }

  /** Opens the current document, perhaps at a field of a section. */
  async #open(line?: Line) {
    const { id, type } = this.#require();
    const at = line?.section ? `sections[_key=="${line.section}"].${line.field}` : '';
    const address = at
      ? `/studio/intent/edit/id=${id};type=${type};path=${encodeURIComponent(at)}/`
      : `/studio${editPath(id, type)}`;
    if (this.#tab.url().includes('/studio/')) await this.#follow(address);
    else await this.#tab.goto(address, { timeout: patience });
    await expect(this.#tab.getByTestId('form-view')).toBeVisible({ timeout: patience });
  }

  /** Goes to a place of the loaded Studio, by way of the handbook so that nothing stays of the place before. */
  async #follow(address: string) {
    const go = (to: string) =>
      this.#tab.evaluate((path) => {
        history.pushState(null, '', path);
        dispatchEvent(new PopStateEvent('popstate'));
      }, to);
    await go('/studio/handbook');
    const search = this.#tab.getByRole('searchbox', { name: 'Find a page by its title' });
    await search.waitFor({ timeout: 2 * attempt }).catch(() => this.#tab.reload({ timeout: patience }));
    await go(address);
  }

  /** Types words at the end of a line. */
  async #typeInLine(entry: Action) {
    // The form of a section opens only with a connection.
    const lines = this.#require().lines.filter(({ section }) => !section || !this.#isOffline);
    const line = this.#random.pick(lines);
    if (!line) return;
    if (line.section) await this.#open(line);
    await this.#focusEnd(line);
    entry.field = line.section ? `sections[${line.section}].${line.field}` : line.field;
    await this.#typeWords(entry.field);
  }

  async #focusEnd({ field, section }: Line) {
    const box = section
      ? this.#tab.getByRole('dialog').locator(`[data-testid^="field-"][data-testid$=".${field}"]`)
      : this.#tab.getByTestId(`field-${field}`);
    const input = box.locator('input, textarea').first();
    await expect(input).toBeEditable({ timeout: 2 * attempt });
    await input.focus();
    await input.press('ControlOrMeta+End');
  }

  /** Types words at the end of a row of a rich text. */
  async #typeInText(entry: Action) {
    const field = this.#random.pick(this.#require().texts);
    if (!field) return this.#typeInLine(entry);
    entry.field = field;
    const box = this.#tab.getByTestId(`field-${field}`);
    const editor = box.locator('[contenteditable="true"]').first();
    if (!(await editor.isVisible())) await press(box.getByTestId('pt-editor'));
    await expect(editor).toBeVisible({ timeout: attempt });
    const blocks = editor.locator('[data-pt-block="text"]');
    const block = blocks.nth(this.#random.int(0, (await blocks.count()) - 1));
    const { width, height } = await block.evaluate((node) => {
      node.scrollIntoView({ block: 'center' });
      return node.getBoundingClientRect();
    });
    await block.click({ position: { x: width - 4, y: height / 2 }, force: true, timeout: attempt });
    await this.#tab.keyboard.press('End');
    await this.#typeWords(field);
  }

  async #typeWords(field: string) {
    for (let left = this.#random.int(1, 3); left > 0; left--)
      if (!(await this.#typeWord(field, this.#options.word()))) return;
  }

  /**
   * Types a word at the speed of a person. Logs the letters that the form accepted. Returns false if it refused the first
   * key: then the person stops.
   */
  async #typeWord(field: string, word: string): Promise<boolean> {
    const at = Date.now();
    await this.#tab.evaluate(() => Reflect.get(window, 'startWord')());
    const letters: string[] = [];
    for (const letter of ` ${word}`) {
      await this.#tab.keyboard.type(letter);
      await this.#pause(0.08, 0.2);
      letters.push(...(await this.#tab.evaluate((): string[] => Reflect.get(window, 'takeLetters')())));
      if (letters.length === 0) return false;
    }
    const text = letters.join('').trim();
    const document = this.#require().id;
    if (text)
      this.#options.log.typed.push({ text, person: this.name, document, field, at, until: Date.now() });
    await this.#tab.keyboard.type(' ');
    return true;
  }

  /** Begins a word and closes the tab. Then opens the document again in a new tab. */
  async #closeTab(entry: Action) {
    const line = this.#random.pick(this.#require().lines.filter(({ section }) => !section));
    if (line) {
      await this.#focusEnd(line);
      entry.field = line.field;
      await this.#typeWord(line.field, this.#options.word().slice(0, this.#random.int(3, 5)));
    }
    await this.#reopen();
  }

  /** Closes the tab, and opens the document again in a new tab. */
  async #reopen() {
    const closed = this.#tab.waitForEvent('close', { timeout: patience });
    await this.#tab.close({ runBeforeUnload: true });
    await closed.catch(() => this.#tab.close());
    await this.#pause(0.5, 2.5);
    await this.#openTab();
    await this.#open();
  }

  async #openTab() {
    this.#page = await this.#options.context.newPage();
    this.#page.setDefaultTimeout(patience / 2);
    // "Leave the page?"
    this.#page.on('dialog', (dialog) => dialog.accept().catch(() => undefined));
  }

  async #workOffline() {
    const since = Date.now();
    this.#isOffline = true;
    await this.#options.context.setOffline(true);
    for (let left = this.#random.int(1, 3); left > 0; left--) {
      if (this.#random.chance(0.5)) await this.#act('type', (entry) => this.#typeInLine(entry));
      else await this.#act('type in text', (entry) => this.#typeInText(entry));
      await this.#pause(1, 4);
    }
    await this.#options.context.setOffline(false);
    this.#isOffline = false;
    await this.#pause(5, 5);
    this.extend(since);
  }

  /** Removes a section, and perhaps takes it back. */
  async #removeSection(entry: Action) {
    if (this.#require().type !== 'page') return;
    const list = this.#tab.getByTestId('field-sections');
    const menus = list.getByTestId('array-item-menu-button');
    await expect(menus.first()).toBeVisible({ timeout: attempt });
    const ids = await list
      .locator('[data-testid^="field-sections["], [id^="sections["]')
      .evaluateAll((items) => items.map((item) => item.id || (item.getAttribute('data-testid') ?? '')));
    const keys = new Set(ids.flatMap((id) => /sections\[_key=="([^"]+)"\]/.exec(id)?.[1] ?? []));
    const place = this.#random.int(0, keys.size - 1);
    entry.field = `sections[${[...keys][place]}]`;
    await press(menus.nth(place));
    await press(this.#tab.getByRole('menuitem', { name: 'Remove', exact: true }));
    if (!this.#random.chance(0.8)) return;
    await this.#pause(1, 6);
    const toast = this.#tab.locator('[data-ui="Toast"]');
    await press(toast.getByRole('button', { name: 'Undo' }).first());
  }

  /** Publishes, and confirms the effects if a dialog lists them. */
  async #publish(entry: Action) {
    const button = this.#tab.getByTestId('action-publish');
    if (await button.isDisabled()) return;
    await press(button);
    await this.#confirmEffects(entry, /^Publish/);
  }

  /** Confirms the dialog with the effects if one opens, or closes it if it refuses. */
  async #confirmEffects(entry: Action, confirm: RegExp) {
    const dialog = this.#tab
      .getByRole('dialog')
      .filter({ hasText: /Before you publish|Not ready to publish/ });
    await dialog.waitFor({ timeout: 12_000 }).catch(() => undefined);
    if (!(await dialog.isVisible())) return;
    entry.dialog = (await dialog.textContent({ timeout: attempt })) ?? '';
    const button = dialog.getByRole('button', { name: confirm });
    const close = dialog.getByRole('button', { name: 'Close', exact: true }).last();
    await press((await button.isVisible()) ? button : close);
  }

  /** Opens the dialog of an action of the open document. Returns whether the action is possible. */
  async #chooseAction(entry: Action, name: string): Promise<boolean> {
    const item = this.#tab.getByTestId(`action-${name.replace(' ', '')}`);
    const dialog = this.#tab.getByRole('dialog').first();
    // The Studio draws anew while a document changes, which closes menus and swallows clicks.
    for (let tries = 0; tries < 3 && !(await dialog.isVisible()); tries++) {
      if (!(await item.isVisible())) await press(this.#tab.getByTestId('action-menu-button'));
      await expect(item).toBeVisible({ timeout: attempt });
      if (await item.isDisabled()) {
        entry.kind = `nothing to ${entry.kind}`;
        return false;
      }
      await press(item);
      await dialog.waitFor({ timeout: attempt }).catch(() => undefined);
    }
    return true;
  }

  /** Schedules the draft for the minute after the next. */
  async #schedule(entry: Action) {
    if (!(await this.#chooseAction(entry, 'Schedule publish'))) return;
    await this.#confirmEffects(entry, /^Choose a time/);
    const input = this.#tab.getByRole('dialog').getByTestId('date-input');
    await expect(input).toBeVisible({ timeout: 2 * attempt });
    const time = new Intl.DateTimeFormat('en-US', {
      ...{ timeZone: 'Asia/Kolkata', month: 'short', day: 'numeric', year: 'numeric' },
      ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
    }).format(new Date(Date.now() + 90_000));
    await input.fill(time.replace(/, (?=\d\d:)/, ' '), { timeout: attempt });
    await input.press('Enter', { timeout: attempt });
    await press(this.#tab.getByTestId('confirm-button'));
    await this.#pause(3, 3);
    await this.#open();
  }

  async #discard(entry: Action) {
    if (!(await this.#chooseAction(entry, 'Discard changes'))) return;
    await press(this.#tab.getByRole('dialog').getByRole('button', { name: 'Discard changes' }));
  }

  /** Restores an older version from the history. */
  async #restore(entry: Action) {
    entry.seenAt = Date.now();
    await press(this.#tab.getByTestId('pane-context-menu-button').last());
    await press(this.#tab.getByRole('menuitem', { name: 'History' }));
    const events = this.#tab.getByTestId('timeline-item-button');
    await expect(events.first()).toBeVisible({ timeout: 3 * attempt });
    await press(events.nth(Math.min((await events.count()) - 1, this.#random.int(1, 4))));
    const restore = this.#tab.getByRole('button', { name: 'Restore this version' });
    await expect(restore).toBeEnabled({ timeout: 3 * attempt });
    await press(restore);
    // The confirmation says when the current version was published.
    if (await this.#tab.getByText('Publishing then replaces').isVisible()) entry.seenAt = Date.now();
    await press(this.#tab.getByRole('button', { name: 'Confirm' }));
    await this.#pause(2, 2);
    await this.#open();
  }

  /** Returns the text of the card that offers unsaved edits, and these edits. */
  async #readOffer(): Promise<{ card: string; text: string } | undefined> {
    const title = this.#tab.getByText(/^Your changes from .* were not saved/).first();
    if (!(await title.isVisible())) return undefined;
    const card = this.#tab.locator('[data-ui="Card"]').filter({ has: title }).last();
    await press(this.#tab.getByRole('button', { name: 'Copy them' }).first());
    const copied = await this.#tab.evaluate((): string[] => Reflect.get(window, 'takeCopied')());
    return { card: (await card.textContent({ timeout: attempt })) ?? '', text: copied.join('\n') };
  }

  /** Restores or discards unsaved edits that the Studio offers. */
  async #answerOffer() {
    const offer = await this.#readOffer();
    if (!offer) return;
    const restore = this.#tab.getByRole('button', { name: 'Restore my changes' });
    const restores = this.#random.chance(0.75) && (await restore.isVisible());
    await this.#act(restores ? 'restore unsaved' : 'discard unsaved', async (entry) => {
      entry.dialog = offer.card;
      entry.seen = offer.text;
      await press((restores ? restore : this.#tab.getByRole('button', { name: 'Discard them' })).first());
    });
  }

  /** Opens every document in a new tab and logs what the Studio offers as unsaved. */
  async readOffers() {
    const since = Date.now();
    for (const document of this.#options.documents) {
      this.#document = document;
      // Each opening offers the latest unsaved edits.
      while (await this.#act('open at the end', () => this.#reopen())) {
        const offer = await this.#waitForOffer(document.id);
        if (!offer) break;
        this.#options.log.offered.push({ person: this.name, document: document.id, text: offer.text });
        await press(this.#tab.getByRole('button', { name: 'Discard them' }).first());
      }
    }
    this.extend(since);
  }

  /** Waits until the open form has restored or offers the unsaved edits of this browser. */
  async #waitForOffer(id: string) {
    const end = Date.now() + patience;
    const isLeft = () =>
      this.#tab.evaluate(
        (id) => Object.keys(localStorage).some((key) => /^unsaved /.test(key) && key.includes(` ${id} `)),
        id,
      );
    for (;;) {
      await this.#pause(3, 5);
      const offer = await this.#readOffer();
      if (offer || Date.now() > end || !(await isLeft())) return offer;
    }
  }

  /** Closes what is open over the form. */
  async #closeDialogs() {
    for (let count = 0; count < 3 && (await this.#tab.getByRole('dialog').count()) > 0; count++) {
      await this.#tab.keyboard.press('Escape');
      await this.#pause(0.3, 0.3);
    }
  }

  /** Waits some seconds, as a person does between two steps. */
  #pause(least: number, most: number) {
    const seconds = least + this.#random.next() * (most - least);
    return new Promise<void>((resolve) => setTimeout(resolve, seconds * 1000));
  }

  #require(): SharedDocument {
    if (!this.#document) throw new Error(`${this.name} has no document open.`);
    return this.#document;
  }
}
