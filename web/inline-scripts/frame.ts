/** Runs at the beginning of every page: closes the menu and ends the loading overlay. */

/** The menu is a popover on phones, which Escape and a tap outside close without a script. */
function closeMenu() {
  document.querySelector<HTMLElement>(':popover-open')?.hidePopover();
}

// A choice closes it even when it leads to the page that is open.
document.addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest('[popover] a')) closeMenu();
});
// A page restored from the back/forward cache comes back with its menu closed.
addEventListener('pagehide', closeMenu);
// From this width on the menu stands in the top bar.
matchMedia('(width>=64rem)').addEventListener('change', closeMenu);

/** The style sheet ends the overlay by itself after as long, for when scripts or storage are refused. */
const overlayTimeout = 1500;

function endOverlay() {
  document.documentElement.dataset.arrived = '';
}

// Only the first page of a visit shows the overlay. Where storage is refused, every page is a first one.
try {
  if (sessionStorage.visited) endOverlay();
  sessionStorage.visited = 1;
} catch {}
addEventListener('load', endOverlay);
setTimeout(endOverlay, overlayTimeout);
