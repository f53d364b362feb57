import { errorWords } from '#web/components/site-frame/error-words.ts';
import { type Answer, isHtml } from './ask-next.ts';
import { messageHtml } from './message-html.ts';

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; script-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** Next answers a failed rendering with an empty page that its scripts are to fill: this one can be read without them. */
export function withErrorPage(url: string, answer: Answer): Answer {
  if (answer.status !== 500 || !isHtml(answer)) return answer;
  // The log names the error so.
  const digest = /digest\\?":\\?"(\d+)/.exec(answer.body.toString())?.[1];
  const { heading, text, again, home } = errorWords;
  const html = messageHtml({
    heading,
    text,
    hint: digest ? `Error ${digest}` : null,
    actions: [
      // Two slashes at the beginning would lead to another host.
      { label: again, href: url.replace(/^\/+/, '/') },
      { label: home, href: '/' },
    ],
  });
  const { 'content-length': _, etag: __, ...headers } = answer.headers;
  return {
    status: answer.status,
    headers: { ...headers, 'content-security-policy': policy, 'cache-control': 'no-store' },
    body: Buffer.from(html),
  };
}
