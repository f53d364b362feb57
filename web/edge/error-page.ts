import { errorTexts } from '#web/components/site-frame/error-texts.ts';
import { unavailablePage } from '#web/content/unavailable.ts';
import { messageHeaders, messageHtml } from '#web/http/message-html.ts';
import { isHtml, type RenderedResponse } from './request-next.ts';

/** Replaces Next's error page, which is empty without its scripts, with a page that works without scripts. */
export function withErrorPage(
  url: string,
  response: RenderedResponse,
  isUnavailable: boolean,
): RenderedResponse {
  if (response.status !== 500 || !(isHtml(response) || isUnavailable)) return response;
  // Drop the query, since all visitors share the response. A double slash would lead to another host.
  const pathname = url.replace(/^[/\\]+/, '/').replace(/\?.*/s, '');
  // The `link` header preloads fonts that the page's policy blocks.
  const { etag: _, link: __, ...headers } = response.headers;
  if (isUnavailable) {
    const page = unavailablePage();
    return { status: page.status, headers: { ...headers, ...page.headers }, body: Buffer.from(page.html) };
  }
  // The log has the error under this digest.
  const digest = /digest\\?":\\?"(\d+)/.exec(response.body.toString())?.[1];
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
