import type { IncomingMessage, ServerResponse } from 'node:http';
import { pagesFromMemory } from '#telemetry/metrics.ts';
import { anyChangeTag } from '#web/freshness/content-tag.ts';
import type { Kept, PageStore, Term } from '#web/freshness/page-store.ts';
import { previewOf } from '#web/http/preview-pass.ts';
import { type Answer, headerOf, isHtml } from './ask-next.ts';
import { observe } from './observe.ts';
import { PackedAnswer } from './packed-answer.ts';
import type { Step } from './step.ts';

/** One question to Next, with the store's sequence before it was asked. */
type Question = { began: number; outcome: Promise<PackedAnswer | Answer> };

/** Milliseconds for which an answer holds of which Next does not say how long. */
const confirmEvery = 60_000;
/** Milliseconds for which the last good page stands in before Next is asked again. */
const retryEvery = 5_000;

const script = /^\/(?:_next\/static|islands)\/.+\.(?:css|js)$/;
const noPage =
  /^\/(?:_next|api|media|studio|lake|staff|islands|opengraph-image)(?:\/|$)|\.(?:txt|ico|svg|png)$/;
const styleSheet = /href="(\/_next\/static\/[^"]+\.css)"/g;

/**
 * Answers published pages, unknown paths, style sheets and scripts from memory, packed as small as they get, before Next
 * is asked: that is ten times as fast. A page holds as long as the one that Next has made it of, and takes its place in
 * the store; all else is asked for again after each publish. While Next fails, the last good answer stands in; while it
 * has no content, one from before the restart does.
 */
export function keepPages(ask: (url: string, from: string) => Promise<Answer>, pages: PageStore): Step {
  const questions = new Map<string, Question>();
  /** Unknown paths share one answer. */
  let lastMissing: PackedAnswer | undefined;

  function begin(path: string, { url = path, headers }: IncomingMessage): Question {
    const began = pages.sequence;
    const outcome = askFor(path, url, String(headers['x-forwarded-for']));
    const question = { began, outcome: outcome.finally(() => questions.delete(path)) };
    questions.set(path, question);
    return question;
  }

  async function askFor(path: string, url: string, from: string): Promise<PackedAnswer | Answer> {
    const began = pages.sequence;
    const termOf = (time: number) => ({ tags: [anyChangeTag], began, until: performance.now() + time });
    const asked: { made?: Term & { key: string } } = {};
    const answer = await pages.asking.run(asked, () => ask(url, from));
    const last = pages.get(path, PackedAnswer);
    if (answer.status >= 500) {
      if (!last || !(await standsIn(last, answer, from))) return answer;
      pages.set(path, { ...termOf(retryEvery), form: last.form });
      return last.form;
    }
    if (!isPublic(answer)) {
      pages.delete(path);
      return answer;
    }
    const packed = new PackedAnswer(answer);
    const page = [last?.form, lastMissing].find((one) => one?.isSameAs(packed)) ?? packed;
    if (page.isMissing) lastMissing = page;
    const made = page.isMissing ? undefined : asked.made;
    if (isCanonical(path)) {
      pages.set(path, { ...(made ?? termOf(confirmEvery)), form: page });
      if (made) pages.delete(made.key);
    }
    return page;
  }

  /** A page of an earlier process stands in for content only, with its styles: another release may have made it. */
  async function standsIn({ form, began }: Kept<PackedAnswer>, { status }: Answer, from: string) {
    if (began >= 0) return true;
    if (status !== 503) return false;
    const styles = [...String(form.answer.body).matchAll(styleSheet)].map(([, url = '']) => ask(url, from));
    return (await Promise.all(styles)).every((style) => style.status === 200);
  }

  /** Asks Next, or waits for the answer to who asked before. False where that is not an answer to this request. */
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
      await outcome.send(request, response, 'MISS');
      return true;
    }
    // A redirect may depend on the query.
    if (!isFirst && outcome.status < 500) return false;
    response
      .writeHead(outcome.status, { ...outcome.headers, 'content-length': outcome.body.length })
      .end(outcome.body);
    return true;
  }

  return (request, response, next) => {
    const path = pathOf(request);
    if (path === undefined || previewOf(request.headers.cookie)) return observe(request, response, next);
    const kept = pages.get(path, PackedAnswer);
    const state = kept ? pages.stateOf(kept) : 'expired';
    // Next answers and logs any failure of this.
    const finish = (sent: Promise<boolean>) =>
      sent.then((isSent) => isSent || next()).catch(() => response.headersSent || next());
    if (!kept || state === 'expired')
      return observe(request, response, () => finish(askOnce(path, request, response)));
    if (state === 'stale' && !questions.has(path)) begin(path, request).outcome.catch(() => {});
    pagesFromMemory.inc();
    return finish(kept.form.send(request, response).then(() => true));
  };
}

/** The path of a request for what may be kept: the query changes no page. Undefined for all else. */
export function pathOf({ method, url = '/', headers }: IncomingMessage): string | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  if (headers.rsc !== undefined) return undefined;
  const [path = '/'] = url.split('?', 1);
  return script.test(path) || !noPage.test(path) ? path : undefined;
}

/** Whether an answer is for everybody and may be kept. */
function isPublic(answer: Answer): boolean {
  const cacheControl = headerOf(answer, 'cache-control');
  if (isHtml(answer) && answer.status === 404) return true;
  // XML: sitemaps and feeds.
  const isPage = isHtml(answer) || /^application\/.*xml/.test(headerOf(answer, 'content-type'));
  if (isPage) return answer.status === 200 && cacheControl.startsWith('public');
  return cacheControl.includes('immutable');
}

/** A page has one address in this form; in others, with needless escapes, it is answered but not kept. */
function isCanonical(path: string): boolean {
  return path === encodeURI(decodeURI(path));
}
