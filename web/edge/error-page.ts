import { errorTexts } from '#web/components/site-frame/error-texts.ts';
import { awayPage } from '#web/content/unavailable.ts';
import { messageHeaders, messageHtml } from '#web/http/message-html.ts';
import { type Answer, isHtml } from './ask-next.ts';

/** Replaces Next's empty page for a failed rendering, which its scripts would fill, by one that works without them. */
export function withErrorPage(url: string, answer: Answer, isAway: boolean): Answer {
  if (answer.status !== 500 || !isHtml(answer)) return answer;
  // Without the query, since the answer is shared; double slashes would lead to another host.
  const pathname = url.replace(/^[/\\]+/, '/').replace(/\?.*/s, '');
  // `link` asks for fonts that the page's policy refuses.
  const { etag: _, link: __, ...headers } = answer.headers;
  if (isAway) {
    const away = awayPage(pathname);
    return { status: away.status, headers: { ...headers, ...away.headers }, body: Buffer.from(away.html) };
  }
  // The error's name in the log.
  const digest = /digest\\?":\\?"(\d+)/.exec(answer.body.toString())?.[1];
  const { heading, text, again, home } = errorTexts;
  const html = messageHtml({
    heading,
    text,
    hint: digest ? `Error ${digest}` : '',
    links: [
      { href: pathname, label: again },
      { href: '/', label: home },
    ],
  });
  return { status: 500, headers: { ...headers, ...messageHeaders }, body: Buffer.from(html) };
}
