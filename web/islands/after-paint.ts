const key = 'ticks';

/**
 * Keeps the ticks of checklists in this browser, by the name of each box. Does nothing if storage is blocked.
 * `web/inline-scripts/frame.ts` loads this file after the largest paint.
 */
function keepTicks(): void {
  const boxes = [...document.querySelectorAll<HTMLInputElement>('[data-ticks] input')];
  try {
    const stored = new Set(localStorage.getItem(key)?.split('\n'));
    for (const box of boxes) {
      box.checked ||= stored.has(box.name);
      box.addEventListener('change', () => {
        const ticked = boxes.filter(({ checked }) => checked).map(({ name }) => name);
        localStorage.setItem(key, ticked.join('\n'));
      });
    }
  } catch {}
}

keepTicks();
