import type { Frame, Locator } from '@playwright/test';

type Change = { text: string; at: number };
type Keystroke = Change & { paintedAt: number };

/** How a burst of keystrokes starts: in an empty field, over selected text, in place of all text at once, or after it. */
export type BurstStart = 'cleared' | 'selected' | 'filled' | 'appended';

/** Records the text of an element of the preview. Returns a function that returns each version and its time. */
async function followText(preview: Frame, selector: string): Promise<() => Promise<Change[]>> {
  await preview.evaluate((target) => {
    const changes: Change[] = [];
    const note = () => {
      const text = document.querySelector(target)?.textContent ?? '';
      if (text !== changes.at(-1)?.text)
        changes.push({ text, at: performance.timeOrigin + performance.now() });
    };
    Object.assign(window, { shownTexts: changes });
    new MutationObserver(note).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  }, selector);
  return () => preview.evaluate(() => Reflect.get(window, 'shownTexts'));
}

/** Records the text that is typed into a field, in the same way, and when the browser painted it. */
async function followField(field: Locator): Promise<() => Promise<Keystroke[]>> {
  await field.evaluate((element) => {
    const now = () => performance.timeOrigin + performance.now();
    const keystrokes: Keystroke[] = [];
    element.addEventListener('beforeinput', () => keystrokes.push({ text: '', at: now(), paintedAt: 0 }));
    element.addEventListener('input', () => {
      const last = keystrokes.at(-1);
      if (!last) return;
      if (element instanceof HTMLTextAreaElement) last.text = element.value;
      if (element instanceof HTMLInputElement) last.text = element.value;
      // A message that is sent before a paint arrives after it.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          last.paintedAt = now();
        };
        port2.postMessage(null);
      });
    });
    Object.assign(window, { typedTexts: keystrokes });
  });
  return () => field.evaluate(() => Reflect.get(window, 'typedTexts'));
}

/**
 * Types in bursts into a field. Returns how many milliseconds each keystroke took to show in the preview and in the field, and
 * how often the preview went back to a shorter text. A keystroke whose text never showed on its own counts as shown with the
 * next.
 */
export async function timeTyping(
  field: Locator,
  {
    preview,
    selector,
    bursts,
    words,
    start = 'filled',
  }: { preview: Frame; selector: string; bursts: number; words: string; start?: BurstStart },
): Promise<{ times: number[]; fieldTimes: number[]; setBacks: number }> {
  const typed = await followField(field);
  const shown = await followText(preview, selector);
  const isShown = async () =>
    preview.waitForFunction(
      ([target = '', words]) => document.querySelector(target)?.textContent === words,
      [selector, await field.inputValue()],
    );
  for (let burst = 1; burst <= bursts; burst++) {
    // Each text occurs once, so that it identifies its keystroke.
    if (start === 'filled') {
      await field.fill(`${burst}: `);
      await isShown();
    }
    if (start === 'cleared' || start === 'selected') await field.press('ControlOrMeta+A');
    if (start === 'cleared') await field.press('Backspace');
    if (start === 'appended') await field.press('End');
    const text = start === 'filled' ? words : start === 'appended' ? ` ${words}` : `${burst}: ${words}`;
    await field.pressSequentially(text, { delay: 90 });
    await isShown();
  }
  const versions = await shown();
  const keystrokes = await typed();
  return {
    times: keystrokes.flatMap(({ at }, index) => {
      const later = new Set(keystrokes.slice(index).map(({ text }) => text));
      const first = versions.find((version) => version.at >= at && later.has(version.text));
      return first ? [first.at - at] : [];
    }),
    fieldTimes: keystrokes.map(({ at, paintedAt }) => paintedAt - at),
    setBacks: versions.filter(({ text }, index) => {
      const before = versions[index - 1]?.text ?? '';
      return before !== text && before.startsWith(text);
    }).length,
  };
}
