import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { SiteSettings } from '#web/env.ts';
import { studioPage } from './studio-page.ts';

/** Where `npm run build:studio` writes; every npm script runs in the project's root. */
const folder = path.resolve('studio', 'dist');

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** Vite puts a hash of the content into these names. */
const hashed = /-[\w-]{8,}\.\w+$/;

/** Anything that can only be a file: no place in the Studio ends like one. */
const isAsset = (segments: string[]) => segments[0] === 'static' || segments.at(-1) === 'favicon.ico';

/** A file of the built Studio, or its page for every place in it. */
export async function studioFile(segments: string[], settings: SiteSettings): Promise<Response> {
  return isAsset(segments) ? asset(segments) : page(settings);
}

async function asset(segments: string[]): Promise<Response> {
  const file = path.join(folder, ...segments);
  const type = types[path.extname(file)];
  const isPlain = segments.every((segment) => /^[\w.-]+$/.test(segment) && !segment.includes('..'));
  const found = type && isPlain ? await sizeOf(file) : undefined;
  if (!type || found === undefined)
    return new Response('There is no such file in the Studio.', { status: 404 });
  return new Response(toWeb(file), {
    headers: {
      'content-type': type,
      'content-length': String(found),
      'cache-control': hashed.test(file)
        ? 'public, max-age=31536000, immutable'
        : 'public, max-age=0, must-revalidate',
    },
  });
}

async function sizeOf(file: string): Promise<number | undefined> {
  try {
    const found = await stat(file);
    return found.isFile() ? found.size : undefined;
  } catch {
    return undefined;
  }
}

/** Node's and the DOM's stream types differ in name only; an async iterable is both. */
function toWeb(file: string): ReadableStream<Uint8Array> {
  const chunks = Readable.from(createReadStream(file))[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return?.();
    },
  });
}

async function page(settings: SiteSettings): Promise<Response> {
  let html: string;
  try {
    html = await readFile(path.join(folder, 'index.html'), 'utf8');
  } catch {
    return new Response(notBuilt, {
      status: 503,
      headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
    });
  }
  const { body, policy } = studioPage(html, settings);
  return new Response(body, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': policy,
    },
  });
}

const notBuilt = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The Studio is not built yet</title>
<h1>The Studio is not built yet</h1>
<p>Run <code>npm run build:studio</code> and load this page again, or use <code>npm start</code>, which builds what is missing.</p>
</html>`;
