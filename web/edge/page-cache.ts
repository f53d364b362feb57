import type { IncomingMessage, ServerResponse } from 'node:http';
import { isListOfPages, isNoPage } from '#schemas/paths.ts';
import { pagesFromMemory } from '#telemetry/metrics.ts';
import { anyChangeTag } from '#web/freshness/content-tag.ts';
import type { Kept, PageStore, Term } from '#web/freshness/page-store.ts';
import { answersAsked, answersHeader, isAsked, queryOf } from '#web/http/asked.ts';
import { previewOf } from '#web/http/preview-pass.ts';
import { type Answer, headerOf, isHtml } from './ask-next.ts';
import { observe } from './observe.ts';
import { PackedAnswer } from './packed-answer.ts';
import type { Step } from './step.ts';
import { styleSourcesOf } from './styles-inside.ts';
import { sendToVisitor } from './visit.ts';

/** A request to Next in flight, with the store's sequence before it. */
type Question = { began: number; outcome: Promise<PackedAnswer | Answer> };

/** Milliseconds for responses without a lifetime of Next's. */
const confirmEvery = 60_000;
/** Milliseconds to serve the last good page before a retry. */
const retryEvery = 5_000;

const script = /^\/(?:_next\/static|islands)\/.+\.(?:css|js)$/;

/**
 * Serves published pages, unknown paths, style sheets and scripts from memory, fully compressed: ten times as fast as
 * Next. A page shares the lifetime of Next's rendering and replaces it in the store; all else is renewed after each
 * publish. While Next fails, the last good response is served; while it has no content, even one from before the
 * restart.
 */
export function keepPages(ask: (url: string, from: string) => Promise<Answer>, pages: PageStore): Step {
  const questions = new Map<string, Question>();
  /** Texts of style sheets and forms' scripts by addresses, which are of their content. */
  const sources = new Map<string, string>();
  /** Unknown paths share one answer. */
  let lastMissing: PackedAnswer | undefined;

  /** Asks by the path alone: everybody who comes meanwhile shares the answer, which must hold nobody's query. */
  function begin(path: string, { headers }: IncomingMessage): Question {
    const began = pages.sequence;
    const outcome = askFor(path, { began, from: String(headers['x-forwarded-for']) });
    const question = { began, outcome: outcome.finally(() => questions.delete(path)) };
    questions.set(path, question);
    return question;
  }

  async function askFor(
    path: string,
    { began, from }: { began: number; from: string },
  ): Promise<PackedAnswer | Answer> {
    const termOf = (time: number) => ({ tags: [anyChangeTag], began, until: performance.now() + time });
    const asked: { made?: Term & { key: string } } = {};
    const answer = await pages.asking.run(asked, () => ask(path, from));
    const last = pages.get(path, PackedAnswer);
    if (answer.status >= 500) {
      const form = last && (await standIn(last, answer, from));
      if (!form) return answer;
      pages.set(path, { ...termOf(retryEvery), form });
      return form;
    }
    if (!isPublic(answer)) {
      pages.delete(path);
      return answer;
    }
    const packed = new PackedAnswer(answer, await readSources(answer, from));
    const page = [last?.form, lastMissing].find((one) => one?.isSameAs(packed)) ?? packed;
    if (page.isMissing) lastMissing = page;
    const made = page.isMissing ? undefined : asked.made;
    if (isCanonical(path)) {
      pages.set(path, { ...(made ?? termOf(confirmEvery)), form: page });
      if (made) pages.delete(made.key);
    }
    return page;
  }

  /** An earlier process's page replaces missing content only, and only while its styles and scripts exist. */
  async function standIn({ form, began }: Kept<PackedAnswer>, { status }: Answer, from: string) {
    if (began >= 0) return form;
    if (status !== 503) return undefined;
    const known = await readSources(form.answer, from);
    const isWhole = known.size === new Set(styleSourcesOf(form.answer)).size;
    return isWhole ? new PackedAnswer(form.answer, known) : undefined;
  }

  async function readSources(answer: Answer, from: string) {
    const urls = styleSourcesOf(answer);
    for (const url of urls.filter((one) => !sources.has(one))) {
      const source = await ask(url, from);
      if (source.status === 200) sources.set(url, source.body.toString());
    }
    return new Map([...sources].filter(([url]) => urls.includes(url)));
  }

  /** Asks Next, or joins a request in flight. False where its answer does not fit this request. */
  async function askOnce(path: string, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const wanted = pages.sequence;
    let question = questions.get(path);
    if (question && question.began < wanted) {
      await question.outcome.catch(() => {});
      question = questions.get(path);
    }
    const isFirst = !question;
    question ??= begin(path, request);
    const outcome = await question.outcome;
    if (outcome instanceof PackedAnswer) {
      if (isAnswered(outcome.answer, request)) return false;
      await sendToVisitor(outcome, request, response, 'MISS');
      return true;
    }
    // A redirect may depend on the query, and what is not public on whoever asks.
    if (!(isFirst && request.url === path) && outcome.status < 500) return false;
    response
      .writeHead(outcome.status, { ...outcome.headers, 'content-length': outcome.body.length })
      .end(outcome.body);
    return true;
  }

  return (request, response, next) => {
    const path = pathOf(request);
    if (path === undefined || previewOf(request.headers.cookie)) return observe(request, response, next);
    const kept = pages.get(path, PackedAnswer);
    if (kept && isAnswered(kept.form.answer, request)) return observe(request, response, next);
    const state = kept ? pages.stateOf(kept) : 'expired';
    // Next handles and logs failures.
    const finish = (sent: Promise<boolean>) =>
      sent.then((isSent) => isSent || next()).catch(() => response.headersSent || next());
    if (!kept || state === 'expired')
      return observe(request, response, () => finish(askOnce(path, request, response)));
    if (state === 'stale' && !questions.has(path)) begin(path, request).outcome.catch(() => {});
    pagesFromMemory.inc();
    return finish(sendToVisitor(kept.form, request, response).then(() => true));
  };
}

/** Whether the page has an answer of its own to the request's query. */
const isAnswered = (answer: Answer, { url = '' }: IncomingMessage) =>
  headerOf(answer, answersHeader) === answersAsked && isAsked(queryOf(url));

/** A cacheable request's path, without its query, which changes few pages; otherwise undefined. */
export function pathOf({ method, url = '/', headers }: IncomingMessage): string | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  if (headers.rsc !== undefined) return undefined;
  const [path = '/'] = url.split('?', 1);
  return !isNoPage(path) || isListOfPages(path) || script.test(path) ? path : undefined;
}

function isPublic(answer: Answer): boolean {
  const cacheControl = headerOf(answer, 'cache-control');
  if (isHtml(answer) && answer.status === 404) return true;
  // XML: sitemaps and feeds.
  const isPage = isHtml(answer) || /^application\/.*xml/.test(headerOf(answer, 'content-type'));
  if (isPage) return answer.status === 200 && cacheControl.startsWith('public');
  return cacheControl.includes('immutable');
}

/** Paths with needless escapes are served but not cached. */
function isCanonical(path: string): boolean {
  return path === encodeURI(decodeURI(path));
}
