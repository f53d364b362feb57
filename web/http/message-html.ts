import { noTransform } from './cache-control.ts';
import { escapeMarkup } from './escape-markup.ts';
import { framePolicy, hashForPolicy } from './security-headers.ts';

type Message = {
  heading: string;
  text: string;
  hint: string;
  /** HTML between the texts and the links. */
  form?: string;
  /** The first link is the primary one. Default: the contact page. */
  links?: readonly { href: string; label: string }[];
  /** Label of a button that posts to the page's own address. */
  button?: string;
};

const style = `:root{color-scheme:light dark;--paper:#fbf8f2;--ink:#10292b;--muted:#4c5f60;--line:#7a8b8a;--saffron:#f59e3d}@media(prefers-color-scheme:dark){:root{--paper:#0b1c1e;--ink:#ece8df;--muted:#a9b8b6;--line:#5e7674;--saffron:#ffb366}}body{margin:0;background:var(--paper);color:var(--ink);font:18px/1.55 system-ui,sans-serif}main{max-width:38rem;margin:0 auto;padding:14vh 24px}h1{margin:0;font-size:clamp(2.15rem,1.3rem + 3.6vw,3.8rem);line-height:1.05;text-wrap:balance}p{margin:16px 0 0}p+p{color:var(--muted)}nav{display:flex;flex-wrap:wrap;gap:16px;margin-top:32px}a{padding:11px 20px;border:1px solid var(--line);border-radius:4px;color:inherit;font-weight:600;text-decoration:none}a:first-child{border-color:var(--saffron);background:var(--saffron);color:#10292b}form{display:grid;gap:20px;margin-top:32px}label{font-weight:600}textarea{display:block;box-sizing:border-box;width:100%;min-height:48px;padding:8px 12px;border:1px solid var(--line);border-radius:4px;background:none;color:inherit;font:inherit}button{justify-self:start;min-height:48px;padding:8px 24px;border:1px solid var(--saffron);border-radius:4px;background:var(--saffron);color:#10292b;font:inherit;font-weight:600}:is(a,textarea,button):focus-visible{outline:3px solid var(--saffron);outline-offset:3px}`;

const headersFor = (formAction: string) =>
  ({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; script-src 'none'; img-src 'self'; style-src ${hashForPolicy(style)}; form-action ${formAction}; ${framePolicy}`,
    'cache-control': `no-store, ${noTransform}`,
  }) as const;

/** Headers of a page that has no scripts and that no cache may store. */
export const messageHeaders = headersFor("'none'");
/** Headers of a page with a button. The page's address is a secret, so browsers send no referrer. */
export const buttonHeaders = { ...headersFor("'self'"), 'referrer-policy': 'no-referrer' } as const;

export const contactLink = { href: '/contact', label: 'How to reach us' };

/** Renders a self-contained page, which needs neither the framework nor content nor a style sheet. */
export function messageHtml({
  heading,
  text,
  hint,
  form = '',
  links = [contactLink],
  button,
}: Message): string {
  const anchors = links.map(
    ({ href, label }) => `<a href="${escapeMarkup(href)}">${escapeMarkup(label)}</a>`,
  );
  const posted = button
    ? `<form method="post"><nav><button>${escapeMarkup(button)}</button></nav></form>`
    : '';
  return `<!DOCTYPE html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeMarkup(heading)}</title>
<style>${style}</style>
</head>
<body>
<main id="content">
<h1>${escapeMarkup(heading)}</h1>
<p>${escapeMarkup(text)}</p>
<p>${escapeMarkup(hint)}</p>
${form}${posted}<nav>${anchors.join('\n')}</nav>
</main>
</body>
</html>
`;
}

/** Responds with such a page. */
export const messageResponse = (status: number, message: Message, headers: Record<string, string> = {}) =>
  new Response(messageHtml(message), {
    status,
    headers: { ...(message.button ? buttonHeaders : messageHeaders), ...headers },
  });
