import { afterLargestPaint, onInteraction } from './after-largest-paint.ts';
import { failedEvent, hydratedEvent, hydratingEvent } from './island-events.ts';

/**
 * Runs right after an island (`web/islands/island.tsx`) in the HTML and loads its scripts late, so that they do not
 * delay the first picture or scrolling. A form that fails starts anew. If that fails too, the server's form is restored.
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
/** Whether a failed form may start anew. It may once, and again after the visitor has typed. */
let mayRestart = true;
/** The children of each of the server's nodes. Translations and extensions change them later. */
const ours = new Map<Node, Node[]>();
/** The part of the form that had the focus last. */
let focused: HTMLElement | undefined;
/** The visitor's text before hydration, by the fields' names. */
let typed: [name: string, value: FormDataEntryValue][] = [];
let selection: [start: number, end: number] | undefined;

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

const isText = (field: unknown) => field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;

function remember(node: Node) {
  ours.set(node, [...node.childNodes]);
  node.childNodes.forEach(remember);
}

/** Restores the server's nodes for React. Fields stay in place, so they keep their text, the focus and the caret. */
function prepare() {
  noteTyped();
  for (const [node, children] of ours) {
    for (const child of [...node.childNodes]) if (!children.includes(child)) child.remove();
    children.forEach((child, index) => {
      const other = node.childNodes[index] ?? null;
      if (child !== other) node.insertBefore(child, other);
    });
  }
}

function noteTyped() {
  typed = [...new FormData(form ?? undefined)];
  const { selectionStart, selectionEnd } = isText(focused) ? focused : {};
  selection = selectionStart == null ? undefined : [selectionStart, selectionEnd ?? selectionStart];
}

/** Switches to a form and gives it the text, focus and caret that were noted, as far as it has lost them. */
function changeTo(other: HTMLFormElement | null | undefined) {
  if (!other) return;
  const isNew = other !== form;
  form = other;
  for (const [name, value] of typed) {
    const field = other.elements.namedItem(name);
    if (!(field instanceof HTMLElement) || Reflect.get(field, 'value') === value) continue;
    // The script may have filled in the form from the page's address or a draft.
    if (isText(field) ? value === field.defaultValue : !isNew) continue;
    Object.assign(field, { value });
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  const field = other.elements.namedItem(focused?.getAttribute('name') ?? '');
  const isLost = !focused?.isConnected && document.activeElement === document.body;
  if (field instanceof HTMLElement && isLost) field.focus();
  // Fields for numbers and e-mail addresses have no selection.
  if (isText(field) && selection && ![null, selection[0]].includes(field.selectionStart))
    field.setSelectionRange(...selection);
}

function showNotice() {
  if (notice instanceof HTMLTemplateElement) island?.before(notice.content);
  island?.previousElementSibling?.scrollIntoView({ block: 'nearest' });
}

/** Replaces a failed island with the server's HTML and a notice. */
function fallBack() {
  if (!(sent instanceof HTMLElement)) return;
  noteTyped();
  island?.replaceWith(sent);
  island = sent;
  changeTo(sent.querySelector('form'));
  showNotice();
  giveUp();
}

/** Restores the server's HTML of an island that React has emptied. Cancels the event if the island may hydrate it again. */
function fail(event: Event) {
  if (!mayRestart || !island || !sent) return fallBack();
  mayRestart = false;
  island.replaceChildren(...sent.cloneNode(true).childNodes);
  ours.clear();
  remember(island);
  event.preventDefault();
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
    // The script that keeps ticks is not part of the form.
    if (!/\/islands\/(?!after-paint)/.test(filename)) return;
    if (!isReleased) giveUp();
    else if (form?.hasAttribute('action')) fallBack();
    // The server's form cannot pay, so this one stays.
    else showNotice();
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
island?.addEventListener('input', ({ isTrusted }) => {
  mayRestart ||= isTrusted;
});
island?.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement) focused = target;
});
island?.addEventListener(hydratingEvent, prepare);
island?.addEventListener(hydratedEvent, ({ target }) => {
  isReleased = true;
  if (target instanceof HTMLFormElement) changeTo(target);
  if (isHeld) form?.requestSubmit();
  isHeld = false;
});
island?.addEventListener(failedEvent, fail);

if (island) remember(island);
onInteraction(start);
afterLargestPaint(() => {
  preload();
  addEventListener('pointermove', start, { once: true, passive: true });
  // The address may be a payment link, so start at once: the script fills in the form.
  setTimeout(start, location.search ? 0 : startDelay);
});
