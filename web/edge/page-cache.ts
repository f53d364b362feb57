import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { pagesFromMemory } from '#telemetry/metrics.ts';
import { contentVersion } from '#web/freshness/content-version.ts';
import { previewOf } from '#web/http/preview-pass.ts';
import { type Answer, headerOf, isHtml } from './ask-next.ts';
import type { Step } from './edge.ts';
import { observe } from './observe.ts';
import { cacheStatusHeader, PackedAnswer } from './packed-answer.ts';
import type { SavedPages } from './saved-pages.ts';

/** An answer that holds while nothing was published since the question, at most until a moment (of `performance.now`). */
type Kept = { answer: PackedAnswer; version: number; until: number; cacheStatus: string };

/** One question to Next, with the version of the content before it was asked. */
type Question = { version: number; outcome: Promise<Kept | Answer> };

/** Next is asked again this often, so that a page that it has renewed by time shows here. It mostly has the page. */
const confirmEvery = 60_000;
const retryEvery = 5_000;
const maxBytes = 96 * 1024 * 1024;
/** Unknown paths share one answer: what they cost is their names. */
const maxMissing = 10_000;
const maxMissingLength = 2_000_000;

const script = /^\/(?:_next\/static|islands)\/.+\.(?:css|js)$/;
const noPage =
  /^\/(?:_next|api|media|studio|lake|staff|islands|opengraph-image)(?:\/|$)|\.(?:txt|ico|svg|png)$/;
const styleSheet = /href="(\/_next\/static\/[^"]+\.css)"/g;

/**
 * Answers published pages, unknown paths, style sheets and scripts from memory, packed as small as they get, before Next
 * is asked: that is ten times as fast. Right is what Next says: an answer counts only while nothing was published, and
 * Next's cache knows exactly which pages a publish concerns. While Next fails, the last good answer stands in; while it
 * has no content, one from before the restart does.
 */
export function keepPages(ask: (url: string, from: string) => Promise<Answer>, saved?: SavedPages): Step {
  const pages = new LRUCache<string, Kept>({
    maxSize: maxBytes,
    sizeCalculation: ({ answer }) => answer.size,
  });
  const missing = new LRUCache<string, Kept>({
    max: maxMissing,
    maxSize: maxMissingLength,
    sizeCalculation: (_, path) => path.length,
  });
  const questions = new Map<string, Question>();
  let lastMissing: PackedAnswer | undefined;

  const find = (path: string) => pages.get(path) ?? missing.get(path);

  function keep(path: string, kept: Kept): Kept {
    const isMissing = kept.answer.status === 404;
    (isMissing ? pages : missing).delete(path);
    if (isMissing) lastMissing = kept.answer;
    if (isCanonical(path)) (isMissing ? missing : pages).set(path, kept);
    return kept;
  }

  function begin(path: string, { url = path, headers }: IncomingMessage): Question {
    const version = contentVersion();
    const from = String(headers['x-forwarded-for']);
    const outcome = ask(url, from)
      .then(async (answer) => {
        const last = find(path) ?? (answer.status === 503 ? await fromBefore(path, from) : undefined);
        if (answer.status >= 500)
          return last ? keep(path, { ...last, version, until: performance.now() + retryEvery }) : answer;
        if (answer.status !== 200 || !isPublic(answer)) saved?.forget(path);
        if (!isPublic(answer)) {
          pages.delete(path);
          missing.delete(path);
          return answer;
        }
        const made = new PackedAnswer(answer);
        const same = [last?.answer, lastMissing].find((one) => one?.isSameAs(made));
        if (answer.status === 200 && isCanonical(path)) saved?.save(path, answer, !same);
        const cacheStatus = headerOf(answer, cacheStatusHeader);
        // Next is about to render a stale page anew.
        const until = cacheStatus === 'STALE' ? 0 : performance.now() + confirmEvery;
        return keep(path, { answer: same ?? made, version, until, cacheStatus });
      })
      .finally(() => questions.delete(path));
    const question = { version, outcome };
    questions.set(path, question);
    return question;
  }

  /** A page that was saved before the restart, with its styles: another release may have written it. */
  async function fromBefore(path: string, from: string) {
    const page = await saved?.find(path);
    const styles = [...`${page?.body}`.matchAll(styleSheet)].map(([, url = '']) => ask(url, from));
    const isWhole = (await Promise.all(styles)).every(({ status }) => status === 200);
    return page && isWhole ? { answer: new PackedAnswer(page), cacheStatus: '' } : undefined;
  }

  /** Asks Next, or waits for the answer to who asked before. False where that is not an answer to this request. */
  async function askOnce(path: string, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const wanted = contentVersion();
    let question = questions.get(path);
    if (question && question.version < wanted) {
      await question.outcome.catch(() => {});
      question = questions.get(path);
    }
    const isFirst = !question;
    question ??= begin(path, request);
    const outcome = await question.outcome;
    if ('answer' in outcome) {
      await outcome.answer.send(request, response, outcome.cacheStatus);
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
    const kept = find(path);
    // What fails here Next answers, and logs.
    const finish = (sent: Promise<boolean>) =>
      sent.then((isSent) => isSent || next()).catch(() => response.headersSent || next());
    if (kept && kept.version === contentVersion() && performance.now() < kept.until) {
      pagesFromMemory.inc();
      return finish(kept.answer.send(request, response, kept.cacheStatus && 'HIT').then(() => true));
    }
    return observe(request, response, () => finish(askOnce(path, request, response)));
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
