import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import type { Action, Typed } from './judge.ts';

/** A document that all people edit. `lines` and `texts` are its plain and rich text fields. */
export type SharedDocument = {
  id: string;
  type: string;
  lines: { field: string; section?: string }[];
  texts: string[];
};

/** Milliseconds that one step in the Studio may take on a slow machine. */
const patience = 45_000;
const attempt = 15_000;

type Options = {
  name: string;
  context: BrowserContext;
  random: () => number;
  word: () => string;
  typed: Typed[];
  actions: Action[];
};

/**
 * Records letters that a field accepted: the paragraph lock stops the event, and a read-only field has none. Letters
 * count for the field that has the focus at the start of a word, not for a dialog that opens over it.
 */
function recordLetters() {
  const accepted: string[] = [];
  const fieldOf = (node: EventTarget | null) =>
    node instanceof Element
      ? node.closest('[data-testid^="field-"]')?.getAttribute('data-testid')
      : undefined;
  let field: string | null | undefined;
  const takeLetters = () => accepted.splice(0);
  const startWord = () => {
    field = fieldOf(document.activeElement);
    takeLetters();
  };
  Object.assign(window, { startWord, takeLetters, copiedTexts: [] });
  addEventListener('beforeinput', (event) => {
    if (event.inputType === 'insertText' && event.data && field && fieldOf(event.target) === field)
      accepted.push(event.data);
  });
  // Headless browsers have no clipboard.
  Object.defineProperty(navigator, 'clipboard', {
    value: {
      writeText: async (text: string) => {
        Reflect.get(window, 'copiedTexts').push(text);
      },
    },
  });
}

const pathOf = ({ field, section }: { field: string; section?: string }) =>
  section ? `sections[${section}].${field}` : field;

/** Clicks without waiting until nothing moves any more, which takes a slow machine long. */
async function press(target: Locator) {
  await expect(target).toBeVisible({ timeout: attempt });
  await target.evaluate((node) => node instanceof HTMLElement && node.click());
}

/** Somebody who works in the Studio of a browser of their own, one action at a time. */
export class Person {
  readonly name: string;
  readonly #options: Options;
  #page: Page | undefined;
  #document: SharedDocument | undefined;
  #isOffline = false;

  constructor(options: Options) {
    this.name = options.name;
    this.#options = options;
  }

  get page(): Page {
    if (!this.#page) throw new Error(`${this.name} has no tab.`);
    return this.#page;
  }

  get document(): SharedDocument | undefined {
    return this.#document;
  }

  /** Accepts an invitation and opens the Studio. */
  async join(link: string) {
    await this.#options.context.addInitScript(recordLetters);
    await this.#openTab();
    await this.page.goto(link);
    await this.page.getByLabel('Password').fill('four words in a row');
    await this.page.getByRole('button', { name: 'Set password' }).click();
    await expect(this.page.getByTestId('studio-navbar')).toBeVisible({ timeout: 2 * patience });
  }

  /** Returns the id that the content lake's history has for this person. */
  async id(): Promise<string> {
    const me: unknown = await this.page.evaluate(async () => (await fetch('/lake/v1/users/me')).json());
    return String(Object(me).id);
  }

  /** Does something, and logs it with its failure if it failed. */
  async act(kind: string, act: (entry: Action) => Promise<void>) {
    const entry: Action = {
      ...{ person: this.name, kind, document: this.#document?.id ?? '' },
      ...{ from: Date.now(), to: Number.POSITIVE_INFINITY },
    };
    this.#options.actions.push(entry);
    try {
      await act(entry);
    } catch (error) {
      entry.failure = (error instanceof Error ? error.message : String(error))
        .split('\n')
        .slice(0, 12)
        .join(' ');
    }
    entry.to = Date.now();
  }

  /** Extends everything since a time to now: only now could the connection deliver it. */
  extend(since: number) {
    const { typed, actions } = this.#options;
    for (const one of typed) if (one.person === this.name && one.at >= since) one.until = Date.now();
    for (const one of actions)
      if (one.person === this.name && one.from >= since && one.to < Number.POSITIVE_INFINITY)
        one.to = Date.now();
  }

  async open(document: SharedDocument, line?: { field: string; section?: string }) {
    const at = line?.section
      ? `;path=${encodeURIComponent(`sections[_key=="${line.section}"].${line.field}`)}`
      : '';
    const path =
      document.type === 'siteSettings'
        ? '/studio/structure/siteSettings'
        : `/studio/intent/edit/id=${document.id};type=${document.type}${at}/`;
    this.#document = document;
    if (!(await this.#follow(path))) await this.page.goto(path, { timeout: 2 * patience });
    await expect(this.page.getByTestId('form-view')).toBeVisible({ timeout: 2 * patience });
  }

  /** Goes to a place of the loaded Studio, by way of the handbook so that nothing stays of the place before. */
  async #follow(path: string): Promise<boolean> {
    if (!this.page.url().includes('/studio/')) return false;
    const go = (to: string) =>
      this.page.evaluate((address) => {
        history.pushState(null, '', address);
        dispatchEvent(new PopStateEvent('popstate'));
      }, to);
    await go('/studio/handbook');
    const search = this.page.getByRole('searchbox', { name: 'Find a page by its title' });
    const isThere = await search.waitFor({ timeout: 2 * attempt }).then(
      () => true,
      () => false,
    );
    if (isThere) await go(path);
    return isThere;
  }

  /** Types words at the end of a line, or in place of its text. */
  async typeInLine(entry: Action, { words, isReplacing = false }: { words: number; isReplacing?: boolean }) {
    const document = this.#require();
    // The form of a section opens only with a connection.
    const line = this.#pick(document.lines.filter(({ section }) => !section || !this.#isOffline));
    if (!line) return;
    const field = pathOf(line);
    if (line.section) await this.open(document, line);
    const input = this.#input(line);
    await expect(input).toBeEditable({ timeout: 2 * attempt });
    await input.focus();
    entry.field = field;
    if (isReplacing) {
      await input.press('ControlOrMeta+A');
      entry.seen = await input.inputValue();
    } else await input.press('ControlOrMeta+End');
    for (let count = 0; count < words; count++)
      if (!(await this.#typeWord(document.id, field))) {
        if (count === 0) Object.assign(entry, { kind: `refused to ${entry.kind}`, seen: undefined });
        return;
      }
  }

  /** Types words at the end of a row of a rich text. */
  async typeInText(entry: Action, { words }: { words: number }) {
    const document = this.#require();
    const field = this.#pick(document.texts);
    if (!field) return;
    entry.field = field;
    const box = this.page.getByTestId(`field-${field}`);
    const editor = box.locator('[contenteditable="true"]').first();
    if (!(await editor.isVisible())) await press(box.getByTestId('pt-editor'));
    await expect(editor).toBeVisible({ timeout: attempt });
    const blocks = editor.locator('[data-pt-block="text"]');
    const block = blocks.nth(Math.floor(this.#options.random() * (await blocks.count())));
    const { width, height } = await block.evaluate((node) => {
      node.scrollIntoView({ block: 'center' });
      return node.getBoundingClientRect();
    });
    await block.click({ position: { x: width - 4, y: height / 2 }, force: true, timeout: attempt });
    await this.page.keyboard.press('End');
    for (let count = 0; count < words; count++) if (!(await this.#typeWord(document.id, field))) return;
  }

  /**
   * Types a word at the speed of a person. Logs the letters that the form accepted. If it refuses the first key, because a
   * colleague writes there, the person reads the message and stops; then, returns false.
   */
  async #typeWord(document: string, field: string, isStopping = () => false): Promise<boolean> {
    const { word, typed, random } = this.#options;
    const planned = word();
    const at = Date.now();
    await this.page.evaluate(() => Reflect.get(window, 'startWord')());
    const accepted = () => this.page.evaluate((): string[] => Reflect.get(window, 'takeLetters')());
    const one: Typed = { text: '', planned, person: this.name, document, field, at, until: at };
    const letters: string[] = [];
    for (const letter of [' ', ...planned, ' ']) {
      if (isStopping()) break;
      await this.page.keyboard.type(letter);
      await this.pause(80 + random() * 120);
      letters.push(...(await accepted()));
      if (letters.length === 0) break;
    }
    one.text = letters.join('').trim();
    one.until = Date.now();
    if (one.text) typed.push(one);
    return letters.length > 0;
  }

  /** Begins a word and closes the tab. Then opens the document again in a new tab. */
  async closeTab(entry: Action) {
    const document = this.#require();
    const line = this.#pick(document.lines.filter((one) => !one.section));
    if (line) {
      const input = this.#input(line);
      await expect(input).toBeEditable({ timeout: attempt });
      await input.focus();
      await input.press('ControlOrMeta+End');
      let left = 3 + Math.floor(this.#options.random() * 4);
      entry.field = line.field;
      await this.#typeWord(document.id, line.field, () => left-- <= 0);
    }
    await this.#closePage();
    await this.pause(500 + this.#options.random() * 2_000);
    await this.#openTab();
    await this.open(document);
  }

  async #closePage() {
    const closed = this.page.waitForEvent('close', { timeout: patience });
    await this.page.close({ runBeforeUnload: true });
    await closed;
  }

  async #openTab() {
    this.#page = await this.#options.context.newPage();
    this.#page.setDefaultTimeout(patience);
    // "Leave the page?"
    this.#page.on('dialog', (dialog) => dialog.accept().catch(() => undefined));
  }

  async setOffline(isOffline: boolean) {
    await this.#options.context.setOffline(isOffline);
    this.#isOffline = isOffline;
  }

  /** Opens the menu of a random section and chooses from it. Returns the key of the section, if the choice is possible. */
  async chooseForSection(entry: Action, name: string, keep: string[] = []): Promise<boolean> {
    const { random } = this.#options;
    const list = this.page.getByTestId('field-sections');
    const menus = list.getByTestId('array-item-menu-button');
    await expect(menus.first()).toBeVisible({ timeout: attempt });
    const position = Math.floor(random() * (await menus.count()));
    const key = await this.#keyOfSection(list, position);
    entry.field = `sections[${key}]`;
    if (keep.includes(key)) return false;
    await press(menus.nth(position));
    const item = this.page.getByRole('menuitem', { name, exact: true });
    await expect(item).toBeVisible({ timeout: attempt });
    if (await item.isDisabled()) {
      await this.page.keyboard.press('Escape');
      return false;
    }
    await press(item);
    return true;
  }

  async #keyOfSection(list: Locator, position: number): Promise<string> {
    const ids = await list
      .locator('[data-testid^="field-sections["], [id^="sections["]')
      .evaluateAll((items) =>
        items.flatMap(
          (item) =>
            /sections\[_key=="([^"]+)"\]/.exec(item.id || (item.getAttribute('data-testid') ?? ''))?.[1] ??
            [],
        ),
      );
    return [...new Set(ids)][position] ?? '';
  }

  /** Undoes the last step in a list, while its message is on the screen. */
  async undo(entry: Action, seenAt: number) {
    entry.seenAt = seenAt;
    const button = this.page.locator('[data-ui="Toast"]').getByRole('button', { name: 'Undo' });
    await press(button.first());
  }

  /** Publishes, and confirms the effects if a dialog lists them. */
  async publish(entry: Action) {
    const button = this.page.getByTestId('action-publish');
    if (await button.isDisabled()) {
      entry.kind = 'nothing to publish';
      return;
    }
    await press(button);
    await this.#confirmEffects(entry, /^Publish/, () => button.isDisabled());
  }

  /** Confirms or closes the dialog with the effects, if one opens. Returns whether it may go on. */
  async #confirmEffects(entry: Action, confirm: RegExp, isDone: () => Promise<boolean>): Promise<boolean> {
    const dialog = this.page
      .getByRole('dialog')
      .filter({ hasText: /Before you publish|Not ready to publish/ });
    const end = Date.now() + 12_000;
    while (Date.now() < end) {
      if (await dialog.isVisible()) {
        entry.dialog = (await dialog.textContent({ timeout: attempt })) ?? '';
        const button = dialog.getByRole('button', { name: confirm });
        const isAllowed = await button.isVisible();
        await press(isAllowed ? button : dialog.getByRole('button', { name: 'Close', exact: true }).last());
        return isAllowed;
      }
      if (Date.now() > end - 8_000 && (await isDone())) return true;
      await this.pause(250);
    }
    return true;
  }

  /** Runs an action of the open document. Returns whether it is possible. */
  async #chooseAction(entry: Action, name: string): Promise<boolean> {
    const item = this.page.getByTestId(`action-${name.replace(' ', '')}`);
    await press(this.page.getByTestId('action-menu-button'));
    await expect(item).toBeVisible({ timeout: attempt });
    if (await item.isEnabled()) {
      await press(item);
      return true;
    }
    await this.page.keyboard.press('Escape');
    entry.kind = `nothing to ${entry.kind}`;
    return false;
  }

  /** Schedules the draft for the minute after the next. */
  async schedule(entry: Action) {
    if (!(await this.#chooseAction(entry, 'Schedule publish'))) return;
    const input = this.page.getByRole('dialog').getByTestId('date-input');
    if (!(await this.#confirmEffects(entry, /^Choose a time/, () => input.isVisible()))) return;
    await expect(input).toBeVisible({ timeout: 2 * attempt });
    const time = new Intl.DateTimeFormat('en-US', {
      ...{ timeZone: 'Asia/Kolkata', month: 'short', day: 'numeric', year: 'numeric' },
      ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
    }).format(new Date(Date.now() + 90_000));
    await input.fill(time.replace(/, (?=\d\d:)/, ' '), { timeout: attempt });
    await input.press('Enter', { timeout: attempt });
    await press(this.page.getByTestId('confirm-button'));
    await this.pause(3_000);
    await this.open(this.#require());
  }

  async discard(entry: Action) {
    if (!(await this.#chooseAction(entry, 'Discard changes'))) return;
    const dialog = this.page.getByRole('dialog').filter({ hasText: 'Discard the changes' });
    await expect(dialog).toBeVisible({ timeout: 3 * attempt });
    entry.dialog = (await dialog.textContent({ timeout: attempt })) ?? '';
    entry.from = Date.now();
    await press(dialog.getByRole('button', { name: 'Discard' }));
  }

  /** Restores an older version from the history. */
  async restore(entry: Action) {
    entry.seenAt = Date.now();
    await press(this.page.getByTestId('pane-context-menu-button').last());
    await press(this.page.getByRole('menuitem', { name: 'History' }));
    const events = this.page.getByTestId('timeline-item-button');
    await expect(events.first()).toBeVisible({ timeout: 3 * attempt });
    const count = await events.count();
    await press(events.nth(Math.min(count - 1, 1 + Math.floor(this.#options.random() * 4))));
    const restore = this.page.getByRole('button', { name: 'Restore this version' });
    await expect(restore).toBeEnabled({ timeout: 3 * attempt });
    await press(restore);
    // The confirmation says when the current version was published.
    if (await this.page.getByText('Publishing then replaces').isVisible()) entry.seenAt = Date.now();
    entry.from = Date.now();
    await press(this.page.getByRole('button', { name: 'Confirm' }));
    await this.pause(2_000);
    await this.open(this.#require());
  }

  /** Merges published changes into a paused version, and takes one text or the other. */
  async mergePublished(entry: Action, release: string) {
    const document = this.#require();
    await this.page.goto(
      `/studio/intent/edit/id=${document.id};type=${document.type}/?perspective=${release}`,
      { timeout: 2 * patience },
    );
    if (!(await this.#chooseAction(entry, 'Merge published changes'))) return;
    const dialog = this.page.getByRole('dialog', { name: 'Choose which text to keep' });
    await expect(dialog).toBeVisible({ timeout: 3 * attempt });
    entry.dialog = (await dialog.textContent({ timeout: attempt })) ?? '';
    if (this.#options.random() < 0.5)
      await dialog
        .getByRole('radio', { name: /^Published/ })
        .first()
        .check({ timeout: attempt, force: true });
    entry.from = Date.now();
    await press(dialog.getByRole('button', { name: 'Merge', exact: true }));
    await expect(dialog).toBeHidden({ timeout: 3 * attempt });
    await this.open(document);
  }

  /** Returns the text of the card that offers unsaved edits; undefined without a card. */
  async offered(): Promise<{ card: string; text: string } | undefined> {
    const title = this.page.getByText(/^Your changes from .* were not saved/).first();
    if (!(await title.isVisible())) return undefined;
    const card = this.page.locator('[data-ui="Card"]').filter({ has: title }).last();
    await press(this.page.getByRole('button', { name: 'Copy them' }).first());
    const copied = await this.page.evaluate((): string[] => Reflect.get(window, 'copiedTexts').splice(0));
    return { card: (await card.textContent({ timeout: attempt })) ?? '', text: copied.join('\n') };
  }

  /** Waits until the open form has restored or offers the unsaved edits of this browser. */
  async waitForOffer() {
    const { id } = this.#require();
    const end = Date.now() + 2 * patience;
    await this.pause(5_000);
    const isLeft = () =>
      this.page.evaluate(
        (document) =>
          Object.keys(localStorage).some((key) => /^unsaved /.test(key) && key.includes(` ${document} `)),
        id,
      );
    while (Date.now() < end && (await isLeft()) && !(await this.offered())) await this.pause(1_000);
  }

  /** Restores or discards unsaved edits that the Studio offers. */
  async answerOffer(isRestoring: boolean) {
    const offer = await this.offered();
    if (!offer) return;
    const restore = this.page.getByRole('button', { name: 'Restore my changes' });
    const restores = isRestoring && (await restore.isVisible());
    await this.act(restores ? 'restore unsaved' : 'discard unsaved', async (entry) => {
      entry.dialog = offer.card;
      entry.seen = offer.text;
      await press((restores ? restore : this.page.getByRole('button', { name: 'Discard them' })).first());
    });
  }

  /** Closes what is open over the form. */
  async closeDialogs() {
    for (let count = 0; count < 3; count++) {
      if ((await this.page.getByRole('dialog').count()) === 0) return;
      await this.page.keyboard.press('Escape');
      await this.pause(300);
    }
  }

  /** Opens the Studio again in a fresh tab. */
  async reopen() {
    await this.#closePage().catch(() => this.page.close());
    await this.#openTab();
  }

  /** Waits as a person does between two steps. */
  pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

  #input({ field, section }: { field: string; section?: string }): Locator {
    const box = section
      ? this.page.getByRole('dialog').locator(`[data-testid^="field-"][data-testid$=".${field}"]`)
      : this.page.getByTestId(`field-${field}`);
    return box.locator('input, textarea').first();
  }

  #pick<T>(list: T[]): T | undefined {
    return list[Math.floor(this.#options.random() * list.length)];
  }

  #require(): SharedDocument {
    if (!this.#document) throw new Error(`${this.name} has no document open.`);
    return this.#document;
  }
}
