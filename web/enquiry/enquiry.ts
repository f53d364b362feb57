import { reference, severalLines, singleLine } from '#web/contracts/text.ts';

/** An enquiry, without invisible characters. The specification sets no limits on the length or format of a field. */
export type Enquiry = Record<'name' | 'email' | 'phone' | 'company' | 'service' | 'message', string>;
export type EnquiryField = keyof Enquiry;

const eachField = (textOf: (field: EnquiryField) => string): Enquiry => ({
  name: textOf('name'),
  email: textOf('email'),
  phone: textOf('phone'),
  company: textOf('company'),
  service: textOf('service'),
  message: textOf('message'),
});

const cleaners: Partial<Record<EnquiryField, (typed: string) => string>> = {
  email: reference,
  message: severalLines,
};

/** Reads the form, in the browser or on the server. Cleans line breaks, which could forge fields in the chat. */
export function readEnquiry(form: FormData): Enquiry {
  return eachField((field) => {
    const value = form.get(field);
    const clean = cleaners[field] ?? singleLine;
    return typeof value === 'string' ? clean(value) : '';
  });
}

/** Fields that must not be blank after trimming. The service always has a value. */
export const requiredFields = ['name', 'email', 'phone', 'message'] as const satisfies EnquiryField[];

export const missingMessage = 'Please fill in all required fields';

const errors: Partial<Record<EnquiryField, string>> = {
  name: 'Enter your name',
  email: 'Enter your e-mail address',
  phone: 'Enter your phone number',
  message: 'Enter your message',
};

export const fieldError = (field: EnquiryField) => errors[field] ?? missingMessage;

/** A hidden field that only robots fill in. */
export const honeypotField = 'subject';

/** Returns required fields that are blank, in the order of the form. */
export function missingFields(enquiry: Enquiry): (typeof requiredFields)[number][] {
  return requiredFields.filter((field) => enquiry[field] === '');
}

/** Returns a hint if a phone number has an unusual number of digits, in any script. The number is accepted anyway. */
export function phoneHint(phone: string): string | undefined {
  const digits = phone.match(/\p{Nd}/gu)?.length ?? 0;
  if (phone.trim() === '' || (digits >= 7 && digits <= 15)) return undefined;
  return 'Is this number complete? Please check it, with the country code if you are abroad.';
}

/** Formats a service's value for the chat text: `gulf-tenders` → `Gulf Tenders`, `seo` → `Seo`. */
export function serviceInWords(value: string): string {
  return value
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

/** The form's labels, which name the fields in the chat text. */
export type EnquiryLabels = Record<EnquiryField, string>;

/** Reads the labels from the form's section. */
export const readLabels = (section: Record<`${EnquiryField}Label`, string>): EnquiryLabels =>
  eachField((field) => section[`${field}Label` as const]);

/** Returns the message that is prefilled in the chat. Replaces lone surrogates, which a URL cannot contain. */
export function chatText(enquiry: Enquiry, labels: EnquiryLabels, signOff: string): string {
  const line = (field: EnquiryField, value = enquiry[field]) => (value ? [`${labels[field]}: ${value}`] : []);
  return [
    ...line('name'),
    ...line('email'),
    ...line('phone'),
    ...line('company'),
    ...line('service', serviceInWords(enquiry.service)),
    `${labels.message}: ${enquiry.message}`,
    '',
    signOff,
  ]
    .join('\n')
    .toWellFormed();
}
