import type { Frame, Locator } from '@playwright/test';

type Change = { text: string; at: number };

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

/** Records the text that is typed into a field, in the same way. */
async function followField(field: Locator): Promise<() => Promise<Change[]>> {
  await field.evaluate((element) => {
    const changes: Change[] = [];
    element.addEventListener('beforeinput', () =>
      changes.push({ text: '', at: performance.timeOrigin + performance.now() }),
    );
    element.addEventListener('input', () => {
      const last = changes.at(-1);
      if (last && element instanceof HTMLTextAreaElement) last.text = element.value;
      if (last && element instanceof HTMLInputElement) last.text = element.value;
    });
    Object.assign(window, { typedTexts: changes });
  });
  return () => field.evaluate(() => Reflect.get(window, 'typedTexts'));
}

/**
 * Types in bursts into a field. Returns how many milliseconds each keystroke took to show in the preview, and how often the
 * preview went back to a shorter text. A keystroke whose text never showed on its own counts as shown with the next.
 */
export async function timeTyping(
  field: Locator,
  { preview, selector, bursts, words }: { preview: Frame; selector: string; bursts: number; words: string },
): Promise<{ times: number[]; setBacks: number }> {
  const typed = await followField(field);
  const shown = await followText(preview, selector);
  const isShown = (text: string) =>
    preview.waitForFunction(
      ([target = '', words]) => document.querySelector(target)?.textContent === words,
      [selector, text],
    );
  for (let burst = 1; burst <= bursts; burst++) {
    // Each text occurs once, so that it identifies its keystroke.
    await field.fill(`${burst}: `);
    await isShown(`${burst}: `);
    await field.pressSequentially(words, { delay: 90 });
    await isShown(`${burst}: ${words}`);
  }
  const versions = await shown();
  const keystrokes = await typed();
  return {
    times: keystrokes.flatMap(({ at }, index) => {
      const later = new Set(keystrokes.slice(index).map(({ text }) => text));
      const first = versions.find((version) => version.at >= at && later.has(version.text));
      return first ? [first.at - at] : [];
    }),
    setBacks: versions.filter(({ text }, index) => {
      const before = versions[index - 1]?.text ?? '';
      return before !== text && before.startsWith(text);
    }).length,
  };
}
