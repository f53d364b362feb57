/** Runs at the beginning of every page: closes the menu, ends the loading overlay, and loads `web/islands/visit.ts` late. */

/** The menu is a popover on phones, which Escape and a tap outside close without a script. */
function closeMenu() {
  document.querySelector<HTMLElement>(':popover-open')?.hidePopover();
}

// Also for a link to the current page.
document.addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest('[popover] a')) closeMenu();
});
// For pages restored from the back/forward cache.
addEventListener('pagehide', closeMenu);
// From this width on the menu stands in the top bar.
matchMedia('(width>=64rem)').addEventListener('change', closeMenu);

/** Milliseconds, as in the style sheet, which ends the overlay where scripts or storage are refused. */
const overlayTimeout = 1500;

function endOverlay() {
  document.documentElement.dataset.arrived = '';
}

// Only the first page of a visit shows the overlay. Where storage is refused, every page is a first one.
try {
  if (sessionStorage.visited) endOverlay();
  sessionStorage.visited = 1;
} catch {}
const src = document.currentScript?.dataset.own;
addEventListener('load', () => {
  endOverlay();
  // An import would count as written by the page, which its policy forbids.
  if (src) document.head.append(Object.assign(document.createElement('script'), { type: 'module', src }));
});
setTimeout(endOverlay, overlayTimeout);
