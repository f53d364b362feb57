import { afterLargestPaint, onInteraction } from './after-largest-paint.ts';
import { failedEvent, hydratedEvent } from './island-events.ts';

/**
 * Runs right after an island (`web/islands/island.tsx`) in the HTML and loads its scripts late, so that they do not
 * delay the first picture or scrolling. If they fail, the server's form stays or is restored.
 */

/** Milliseconds after the largest paint if there is no interaction. */
const startDelay = 3000;

let island = document.currentScript?.previousElementSibling;
const notice = island?.previousElementSibling;
const [entry = '', ...imported] = island?.getAttribute('data-scripts')?.split(' ') ?? [];
const sent = island?.cloneNode(true);

let form = island?.querySelector('form');
let hasStarted = false;
/** Whether the form may be submitted, because its script runs or cannot be loaded. */
let isReleased = false;
/** Whether the form was submitted before its script ran. */
let isHeld = false;

function preload() {
  if (hasStarted) return;
  for (const href of [entry, ...imported])
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
}

/** Lets the browser submit the form as it would without scripts, and shows `noscript` texts. */
function giveUp() {
  isReleased = true;
  for (const element of island?.querySelectorAll('noscript') ?? []) element.outerHTML = element.textContent;
  if (isHeld && form?.reportValidity()) form.submit();
  isHeld = false;
}

/** Switches to another form and copies the values typed so far. */
function changeTo(other: HTMLFormElement | null | undefined) {
  if (!other || other === form) return;
  for (const [name, value] of new FormData(form ?? undefined))
    Object.assign(other.elements.namedItem(name) ?? {}, { value });
  form = other;
}

/** Replaces a failed island with the server's HTML and a notice. */
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
  // Old browsers report syntax errors here. Scripts that apps and extensions add cause errors too, so check the file.
  addEventListener('error', ({ filename }) => {
    // The script that reports Web Vitals is not part of the form.
    if (!/\/islands\/(?!after-paint)/.test(filename)) return;
    if (isReleased) fail();
    else giveUp();
  });
  document.head.append(script);
}

/** Holds back a submit, or the browser's own validation, until the island's script runs. */
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

onInteraction(start);
afterLargestPaint(() => {
  preload();
  addEventListener('pointermove', start, { once: true, passive: true });
  // The address may be a payment link, so start at once: the script fills in the form.
  setTimeout(start, location.search ? 0 : startDelay);
});
