import { errorTexts } from '#web/components/site-frame/error-texts.ts';
import { messageHeaders, messageHtml } from '#web/http/message-html.ts';
import { type Answer, isHtml } from './ask-next.ts';

/** Next answers a failed rendering with an empty page that its scripts are to fill: this one can be read without them. */
export function withErrorPage(url: string, answer: Answer): Answer {
  if (answer.status !== 500 || !isHtml(answer)) return answer;
  // The log names the error so.
  const digest = /digest\\?":\\?"(\d+)/.exec(answer.body.toString())?.[1];
  const { heading, text, again, home } = errorTexts;
  const html = messageHtml({
    heading,
    text,
    hint: digest ? `Error ${digest}` : '',
    links: [
      // Without the query, since others may get this answer too; two slashes of either kind would lead to another host.
      { href: url.replace(/^[/\\]+/, '/').replace(/\?.*/s, ''), label: again },
      { href: '/', label: home },
    ],
  });
  const { etag: _, ...headers } = answer.headers;
  return { status: 500, headers: { ...headers, ...messageHeaders }, body: Buffer.from(html) };
}
