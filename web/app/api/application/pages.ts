import type { ApplicationLabels } from '#schemas/sections/application-labels.ts';
import { applicationFields } from '#web/applications/application.ts';
import { contactLinks } from '#web/content/contact-links.ts';
import { escapeMarkup } from '#web/http/escape-markup.ts';
import { buttonHeaders, messageHeaders, messageHtml } from '#web/http/message-html.ts';
import { retryAfter } from '#web/http/retry-after.ts';

/** The fields that the browser sent, without the CV: a page cannot fill in a file again. */
export type Typed = Record<(typeof applicationFields)[number] | 'path' | 'key', string>;

const inputTypes = { name: 'text', phone: 'tel', email: 'email' };

/** Shows the form again with what was typed, and the error of each field. */
export function formAgain(
  typed: Typed,
  {
    labels,
    notice,
    problems,
  }: { labels: ApplicationLabels; notice: string; problems: Record<string, string> },
): Response {
  const problemList = Object.entries(problems).map(
    ([name, problem]) => `<li><a href="#apply-${name}">${escapeMarkup(problem)}</a></li>`,
  );
  const control = (name: string, label: string, make: (attributes: string) => string) => {
    const problem = problems[name];
    const attributes = `id="apply-${name}" name="${name}"${problem ? ` aria-invalid="true" aria-describedby="${name}-error"` : ''}`;
    const error = problem ? `<span id="${name}-error" class="error">${escapeMarkup(problem)}</span>` : '';
    return `<label>${escapeMarkup(label)}${error}${make(attributes)}</label>`;
  };
  const hidden = (name: 'path' | 'key') =>
    `<input type="hidden" name="${name}" value="${escapeMarkup(typed[name])}">`;
  const fields = applicationFields.map((name) =>
    control(name, labels[`${name}Label`], (attributes) =>
      name === 'message'
        ? `<textarea ${attributes} dir="auto" rows="5">\n${escapeMarkup(typed[name])}</textarea>`
        : `<input ${attributes} type="${inputTypes[name]}" dir="auto" value="${escapeMarkup(typed[name])}">`,
    ),
  );
  const file = control(
    'cv',
    labels.fileLabel,
    (attributes) => `<input ${attributes} type="file" accept=".pdf,.docx">`,
  );
  const html = messageHtml({
    heading: 'Please check these fields',
    text: 'Nothing was sent yet. What you typed is still here.',
    hint: `Choose your CV again: browsers do not keep files. ${labels.fileHelp}.`,
    form: `${problemList.length > 0 ? `<ul role="alert" tabindex="-1" autofocus>${problemList.join('')}</ul>` : ''}
<form action="/api/application" method="post" enctype="multipart/form-data">
${hidden('path')}${hidden('key')}
${fields.join('\n')}
${file}
<small>${escapeMarkup(notice)}</small>
<button>${escapeMarkup(labels.submitLabel)}</button>
</form>`,
    links: [{ href: typed.path, label: 'Back to the opening' }],
  });
  return new Response(html, { status: 400, headers: buttonHeaders });
}

type Texts = { heading: string; text: string; hint: string; link?: { href: string; label: string } };

const contactLink = { href: '/contact', label: 'How to reach us' };

export const message = (
  status: number,
  { link = contactLink, ...texts }: Texts,
  headers: Record<string, string> = {},
) =>
  new Response(messageHtml({ ...texts, links: [link] }), {
    status,
    headers: { ...messageHeaders, ...headers },
  });

const keptText = 'Go back in your browser: what you typed is still in the form.';

/** The responses that do not depend on an opening. */
export const refusals = {
  unreadable: (status: number) =>
    message(status, {
      heading: 'Your application could not be read',
      text: 'Nothing was stored. It arrived incomplete or in an unknown form.',
      hint: `${keptText} Then send it again.`,
    }),
  tooLarge: () =>
    message(413, {
      heading: 'Your CV is too large',
      text: 'Nothing was stored. A CV may have at most 5 MB.',
      hint: `${keptText} Choose a smaller file, or send us your CV by e-mail.`,
    }),
  unknown: () =>
    message(404, {
      heading: 'This form is no longer here',
      text: 'Nothing was stored. This opening does not take applications on the website.',
      hint: 'Please write to us instead.',
    }),
  limited: (seconds: number) =>
    message(
      429,
      {
        heading: 'A moment, please',
        text: 'There were too many applications from your network. Nothing was stored.',
        hint: `Please try again later. ${keptText}`,
      },
      { 'retry-after': String(seconds) },
    ),
  unavailable() {
    const html = messageHtml({
      heading: 'Your application was not stored',
      text: 'We could not take it just now.',
      hint: `${keptText} Send it again in a few minutes, or send us your CV by e-mail.`,
      links: [...contactLinks(), contactLink],
    });
    return new Response(html, { status: 503, headers: { ...messageHeaders, ...retryAfter } });
  },
};
