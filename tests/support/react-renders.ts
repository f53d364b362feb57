import { expect, type Page } from '@playwright/test';

/** Properties of React's internal tree that React DevTools reads too. */
interface Fiber {
  tag: number;
  flags: number;
  child: Fiber | null;
  sibling: Fiber | null;
  alternate: Fiber | null;
}

/**
 * Counts the components that React renders for each keystroke before the browser can paint, in documents that `page` loads
 * from now on. `readCounts` returns the counts since its last call, one for each keystroke; `untilIdle` waits until React
 * has rendered nothing for a second.
 */
export async function countRenders(page: Page) {
  await page.addInitScript(() => {
    const counts: number[] = [];
    const commits = { count: 0 };
    let isHandlingKey = false;
    addEventListener(
      'beforeinput',
      () => {
        counts.push(0);
        isHandlingKey = true;
      },
      true,
    );
    // React has rendered what cannot wait when the event arrives here.
    addEventListener('input', () => {
      isHandlingKey = false;
    });
    // Function and class components, `forwardRef` and `memo`.
    const componentTags = new Set([0, 1, 11, 14, 15]);
    const performedWork = 1;
    const countIn = (fiber: Fiber): number => {
      const before = fiber.alternate;
      const isRendered = !before || (fiber.flags & performedWork) !== 0;
      let count = isRendered && componentTags.has(fiber.tag) ? 1 : 0;
      // React reuses the children of a component that it did not visit.
      if (before && before.child === fiber.child) return count;
      for (let child = fiber.child; child; child = child.sibling) count += countIn(child);
      return count;
    };
    Object.assign(window, {
      rendersByKey: counts,
      commits,
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        inject: () => 1,
        onCommitFiberRoot(_renderer: number, root: { current: Fiber }) {
          commits.count += 1;
          if (isHandlingKey) counts.push((counts.pop() ?? 0) + countIn(root.current));
        },
        onCommitFiberUnmount() {},
      },
    });
  });
  const countCommits = () => page.evaluate<number>(() => Reflect.get(window, 'commits').count);
  return {
    readCounts: () => page.evaluate<number[]>(() => Reflect.get(window, 'rendersByKey').splice(0)),
    async untilIdle() {
      let before = 0;
      const isIdle = async () => {
        const now = await countCommits();
        const isSame = now === before;
        before = now;
        return isSame;
      };
      await expect.poll(isIdle, { intervals: [1_000] }).toBe(true);
    },
  };
}
