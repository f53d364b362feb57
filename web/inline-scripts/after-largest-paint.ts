/**
 * Events that only a visitor causes, and that end the browser's search for the largest paint. Pointer movements are no
 * such events: while it paints a page, Chromium sends one for a mouse that rests.
 */
const interactions = ['pointerdown', 'touchstart', 'keydown', 'focusin', 'wheel'];

/** Milliseconds from the first frame of the loaded page until it counts as painted where browsers cannot tell. */
const longestPaint = 1000;

/** Calls `run` at each first interaction of a kind. `run` must not mind repeated calls. */
export function onInteraction(run: () => void): void {
  for (const type of interactions) addEventListener(type, run, { once: true, passive: true, capture: true });
}

/**
 * Calls `run` once: when the largest element of the loaded page is on the screen, or at the first interaction. Requests
 * that start earlier delay the largest paint on slow networks. Prerendered and hidden pages wait until they are visible.
 */
export function afterLargestPaint(run: () => void): void {
  let hasRun = false;
  function runOnce() {
    if (!hasRun) run();
    hasRun = true;
  }
  function waitForPaint() {
    setTimeout(runOnce, longestPaint);
    new PerformanceObserver(runOnce).observe({ type: 'largest-contentful-paint', buffered: true });
  }
  onInteraction(runOnce);
  // Pictures that load last are painted in the next frame, so the frame after it is the first that has all.
  addEventListener('load', () => requestAnimationFrame(() => requestAnimationFrame(waitForPaint)));
}
