import { errorTexts } from '#web/components/site-frame/error-texts.ts';
import { messageHeaders, messageHtml } from '#web/http/message-html.ts';
import { type Answer, isHtml } from './ask-next.ts';

/** Replaces Next's empty page for a failed rendering, which its scripts would fill, by one that works without them. */
export function withErrorPage(url: string, answer: Answer): Answer {
  if (answer.status !== 500 || !isHtml(answer)) return answer;
  // The error's name in the log.
  const digest = /digest\\?":\\?"(\d+)/.exec(answer.body.toString())?.[1];
  const { heading, text, again, home } = errorTexts;
  const html = messageHtml({
    heading,
    text,
    hint: digest ? `Error ${digest}` : '',
    links: [
      // Without the query, since the answer is shared; double slashes would lead to another host.
      { href: url.replace(/^[/\\]+/, '/').replace(/\?.*/s, ''), label: again },
      { href: '/', label: home },
    ],
  });
  const { etag: _, ...headers } = answer.headers;
  return { status: 500, headers: { ...headers, ...messageHeaders }, body: Buffer.from(html) };
}
