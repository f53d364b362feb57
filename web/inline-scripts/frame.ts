import { reportContactClick, reportPrefetchedView } from '#web/browser/visit-reports.ts';
import { afterLargestPaint } from './after-largest-paint.ts';

/** Runs at the start of every page: closes the menu, ends the loading overlay, counts the visit and loads `web/islands/after-paint.ts`. */

/** Closes the menu, a popover on phones. Escape and a tap outside close it without a script. */
function closeMenu() {
  document.querySelector<HTMLElement>(':popover-open')?.hidePopover();
}

// Links in the menu close it too, because a link to the current page may load nothing.
document.addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest('[popover] a')) closeMenu();
});
// Otherwise a page restored from the back/forward cache would show the open menu.
addEventListener('pagehide', closeMenu);
// At this width and above, the menu is in the top bar.
matchMedia('(width>=64rem)').addEventListener('change', closeMenu);

/** In milliseconds. The style sheet has the same value, so that the overlay also ends without scripts. */
const overlayTimeout = 1500;

function endOverlay() {
  document.documentElement.dataset.arrived = '';
}

// Only the first page of a visit shows the overlay. If storage is blocked, every page shows it.
try {
  if (sessionStorage.visited) endOverlay();
  sessionStorage.visited = 1;
} catch {}
addEventListener('load', endOverlay);
setTimeout(endOverlay, overlayTimeout);

// Previews and development have no such script and are not counted.
const src = document.currentScript?.dataset.own;
if (src) {
  document.addEventListener('click', reportContactClick);
  // The visitor may leave before the largest paint.
  addEventListener('pagehide', reportPrefetchedView);
  afterLargestPaint(() => {
    reportPrefetchedView();
    // The page's policy blocks an import, but allows scripts that this script adds.
    document.head.append(Object.assign(document.createElement('script'), { type: 'module', src }));
  });
}
