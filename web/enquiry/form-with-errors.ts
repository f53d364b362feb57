import { escapeMarkup } from '#web/http/escape-markup.ts';
import { messageHeaders, messageHtml } from '#web/http/message-html.ts';
import {
  type Enquiry,
  type EnquiryField,
  type EnquiryLabels,
  fieldError,
  missingFields,
  missingMessage,
  requiredFields,
} from './enquiry.ts';

type Form = {
  enquiry: Enquiry;
  labels: EnquiryLabels;
  services: readonly { label: string; value: string }[];
  submitLabel: string;
  /** Path of the page with the form. */
  path: string;
  /** Query string with the source of the visit, or an empty string. */
  sourceQuery: string;
};

const types: Partial<Record<EnquiryField, string>> = { email: 'email', phone: 'tel' };
const autofill: Partial<Record<EnquiryField, string>> = { ...types, name: 'name', company: 'organization' };

/**
 * Shows the form again with its values, for visitors without scripts. Errors come first, each linked to its field. If
 * there are none, the honeypot field was filled in, and the page asks the visitor to send the form once more.
 */
export function formWithErrors({
  enquiry,
  labels,
  services,
  submitLabel,
  path,
  sourceQuery,
}: Form): Response {
  const missing = missingFields(enquiry);
  const isMissing = (field: EnquiryField) => missing.some((one) => one === field);
  const text = escapeMarkup;
  const control = (field: EnquiryField) => {
    const isRequired = requiredFields.some((one) => one === field);
    const invalid = isMissing(field) ? ` aria-invalid="true" aria-describedby="${field}-error"` : '';
    const all = `id="${field}" name="${field}" dir="auto"${isRequired ? ' required' : ''}${invalid}`;
    if (field === 'message') return `<textarea ${all} rows="5">\n${text(enquiry[field])}</textarea>`;
    if (field !== 'service')
      return `<input ${all} type="${types[field] ?? 'text'}" autocomplete="${autofill[field]}" value="${text(enquiry[field])}">`;
    const options = services.map(({ label, value }) => {
      const selected = value === enquiry.service ? ' selected' : '';
      return `<option value="${text(value)}"${selected}>${text(label)}</option>`;
    });
    return `<select ${all}>${options.join('')}</select>`;
  };
  const rows = (['name', 'company', 'email', 'phone', 'service', 'message'] as const).map((field) => {
    const error = isMissing(field) ? `<span id="${field}-error">${text(fieldError(field))}</span>` : '';
    return `<label for="${field}">${text(labels[field])}${error}${control(field)}</label>`;
  });
  const links = missing.map((field) => `<li><a href="#${field}">${text(fieldError(field))}</a></li>`);
  const problems = `<div class="problems" role="alert" tabindex="-1" autofocus><strong>${missingMessage}</strong><ul>${links.join('')}</ul></div>`;
  const form = `${missing.length > 0 ? problems : ''}
<form action="/api/enquiry${sourceQuery && `?${text(sourceQuery)}`}" method="post"><input type="hidden" name="path" value="${text(path)}">
${rows.join('\n')}
<button>${text(submitLabel)}</button></form>
`;
  const message =
    missing.length > 0
      ? { heading: 'Nearly there', text: 'Nothing was sent yet. What you typed is still here.', hint: '' }
      : {
          heading: 'Once more, please',
          text: 'A hidden field was filled in, which usually only robots do. Your text is still here.',
          hint: 'If you are a person, press the button again.',
        };
  const html = messageHtml({ ...message, form, links: [{ href: path, label: 'Back to the page' }] });
  return new Response(html, { status: 400, headers: messageHeaders });
}
