import { failedEvent, hydratedEvent } from './island-events.ts';

/**
 * Stands right after an island (`web/islands/island.tsx`) and loads its scripts late, so that they compete with neither
 * the first picture nor scrolling. If they fail, the server's form stays or comes back.
 */

/** Milliseconds after the first paint, so that fetching cannot delay it. */
const preloadDelay = 100;
/** Milliseconds after load, without an interaction. */
const startDelay = 3000;

/** Events that may precede the use of the form. */
const interactions = ['pointerover', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'wheel'];

let island = document.currentScript?.previousElementSibling;
const notice = island?.previousElementSibling;
const [entry = '', ...imported] = island?.getAttribute('data-scripts')?.split(' ') ?? [];
const sent = island?.cloneNode(true);

let form = island?.querySelector('form');
let hasStarted = false;
/** Submits pass through: the form's script runs, or cannot be loaded. */
let isReleased = false;
/** Submitted before the island's script runs. */
let isHeld = false;

function preload() {
  if (hasStarted) return;
  for (const href of [entry, ...imported])
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
}

/** Leaves the form to the browser, as without scripts, `noscript` texts included; the server validates. */
function giveUp() {
  isReleased = true;
  for (const words of island?.querySelectorAll('noscript') ?? []) words.outerHTML = words.textContent;
  if (isHeld && form?.reportValidity()) form.submit();
  isHeld = false;
}

/** Switches to another form, with the values typed so far. */
function changeTo(other: HTMLFormElement | null | undefined) {
  if (!other || other === form) return;
  for (const [name, value] of new FormData(form ?? undefined))
    Object.assign(other.elements.namedItem(name) ?? {}, { value });
  form = other;
}

/** Restores the server's markup in place of a failed island, with a notice. */
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
  // Fires for syntax errors in old browsers too, and for scripts of apps and extensions.
  addEventListener('error', ({ filename }) => {
    // What is counted of a visit is no part of the form.
    if (!/\/islands\/(?!visit)/.test(filename)) return;
    if (isReleased) fail();
    else giveUp();
  });
  document.head.append(script);
}

/** Holds a submit, or the browser's own validation, until the island's script runs. */
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
