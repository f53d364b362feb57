import { hydratedEvent } from '#web/islands/hydrated-event.ts';

/**
 * Stands right after an island (`web/islands/island.tsx`) and loads its scripts, late: they must not compete with the
 * first picture of the page, nor hold up a phone that only scrolls.
 */

/** Milliseconds after the first paint, so that fetching cannot delay it. */
const preloadDelay = 100;
/** Milliseconds after the page has loaded, when nobody has touched it by then. */
const startDelay = 3000;

/** Whoever does one of these may be about to use the form. */
const interactions = ['pointerover', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'wheel'];

const island = document.currentScript?.previousElementSibling;
const [entry = '', ...imported] = island?.getAttribute('data-scripts')?.split(' ') ?? [];

let hasStarted = false;
/** Whether the form is left to the browser's own handling: its script runs, or cannot be loaded. */
let isReleased = false;
/** Sent before the island's script runs. */
let heldForm: HTMLFormElement | null = null;

function preload() {
  if (hasStarted) return;
  for (const href of [entry, ...imported])
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
}

/** Leaves the form to the browser, as it would be without scripts, with what it says then; the server checks it. */
function giveUp() {
  if (isReleased) return;
  isReleased = true;
  for (const words of island?.querySelectorAll('noscript') ?? []) words.outerHTML = words.textContent;
  heldForm?.submit();
}

function start() {
  if (hasStarted) return;
  hasStarted = true;
  const script = document.createElement('script');
  script.type = 'module';
  script.src = entry;
  script.onerror = giveUp;
  // A browser that is too old to understand it says so here.
  addEventListener('error', giveUp);
  document.head.append(script);
}

/** Keeps a form that is sent, or refused by the browser's own checks, until the island's script can take it. */
function hold(event: Event) {
  if (isReleased || !(event.target instanceof Element)) return;
  event.preventDefault();
  event.stopPropagation();
  heldForm = event.target.closest('form');
  start();
}

for (const type of ['submit', 'invalid']) island?.addEventListener(type, hold, true);
island?.addEventListener(hydratedEvent, () => {
  isReleased = true;
  heldForm?.requestSubmit();
});

for (const type of interactions) addEventListener(type, start, { once: true, passive: true, capture: true });
addEventListener('load', () => {
  requestAnimationFrame(() => setTimeout(preload, preloadDelay));
  // A pay link carries the bill in its query, which the form fills in.
  setTimeout(start, location.search ? 0 : startDelay);
});
