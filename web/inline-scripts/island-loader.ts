import { failedEvent, hydratedEvent } from './island-events.ts';

/**
 * Stands right after an island (`web/islands/island.tsx`) and loads its scripts, late: they must not compete with the
 * first picture of the page, nor hold up a phone that only scrolls. If they fail, the form that the server sent stays or
 * comes back.
 */

/** Milliseconds after the first paint, so that fetching cannot delay it. */
const preloadDelay = 100;
/** Milliseconds after the page has loaded, when nobody has touched it by then. */
const startDelay = 3000;

/** Whoever does one of these may be about to use the form. */
const interactions = ['pointerover', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'wheel'];

let island = document.currentScript?.previousElementSibling;
const notice = island?.previousElementSibling;
const [entry = '', ...imported] = island?.getAttribute('data-scripts')?.split(' ') ?? [];
const sent = island?.cloneNode(true);

let form = island?.querySelector('form');
let hasStarted = false;
/** Whether the form is left to the browser's own handling: its script runs, or cannot be loaded. */
let isReleased = false;
/** Whether it was sent before the island's script runs. */
let isHeld = false;

function preload() {
  if (hasStarted) return;
  for (const href of [entry, ...imported])
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
}

/** Leaves the form to the browser, as it would be without scripts, with what it says then; the server checks it. */
function giveUp() {
  isReleased = true;
  for (const words of island?.querySelectorAll('noscript') ?? []) words.outerHTML = words.textContent;
  if (isHeld && form?.reportValidity()) form.submit();
  isHeld = false;
}

/** Goes over to another form, with what was typed into the one before. */
function changeTo(other: HTMLFormElement | null | undefined) {
  if (!other || other === form) return;
  for (const [name, value] of new FormData(form ?? undefined))
    Object.assign(other.elements.namedItem(name) ?? {}, { value });
  form = other;
}

/** Puts what the server sent in the place of the island, where React may still be at work, and says so. */
function fail() {
  if (!(sent instanceof HTMLElement)) return;
  island?.replaceWith(sent);
  island = sent;
  changeTo(sent.querySelector('form'));
  if (notice instanceof HTMLTemplateElement) sent.prepend(notice.content);
  sent.firstElementChild?.scrollIntoView({ block: 'nearest' });
  giveUp();
}

function start() {
  if (hasStarted) return;
  hasStarted = true;
  const script = document.createElement('script');
  script.type = 'module';
  script.src = entry;
  script.onerror = giveUp;
  // Also a browser that is too old to understand it says so here. Others' scripts, of an app or an extension, fail too.
  addEventListener('error', ({ filename }) => {
    if (!filename.includes('/islands/')) return;
    if (isReleased) fail();
    else giveUp();
  });
  document.head.append(script);
}

/** Keeps a form that is sent, or refused by the browser's own checks, until the island's script can take it. */
function hold(event: Event) {
  if (isReleased) return;
  event.preventDefault();
  event.stopPropagation();
  isHeld = true;
  start();
}

for (const type of ['submit', 'invalid']) island?.addEventListener(type, hold, true);
island?.addEventListener(hydratedEvent, ({ target }) => {
  isReleased = true;
  if (target instanceof HTMLFormElement) changeTo(target);
  if (isHeld) form?.requestSubmit();
  isHeld = false;
});
island?.addEventListener(failedEvent, fail);

for (const type of interactions) addEventListener(type, start, { once: true, passive: true, capture: true });
addEventListener('load', () => {
  requestAnimationFrame(() => setTimeout(preload, preloadDelay));
  // A pay link carries the bill in its query, which the form fills in.
  setTimeout(start, location.search ? 0 : startDelay);
});
