import { reference, severalLines, singleLine } from '#web/contracts/text.ts';

/** An enquiry, without characters that nobody sees. Nothing is refused for its length or form: the specification sets no limits. */
export type Enquiry = Record<'name' | 'email' | 'phone' | 'company' | 'service' | 'message', string>;
export type EnquiryField = keyof Enquiry;

/** A text for each field. */
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

/** Reads the form in the browser and on the server. A line break in a name would forge a further field in the chat. */
export function readEnquiry(form: FormData): Enquiry {
  return eachField((field) => {
    const value = form.get(field);
    const clean = cleaners[field] ?? singleLine;
    return typeof value === 'string' ? clean(value) : '';
  });
}

/** Fields that must not be blank after trimming; the service is always preset. */
export const requiredFields = ['name', 'email', 'phone', 'message'] as const satisfies EnquiryField[];

export const missingMessage = 'Please fill in all required fields';

export const fieldProblem = (label: string) => `${label}: please fill in this field`;

/** A field that people do not see. */
export const trapField = 'subject';

/** Required fields that are blank, in the order of the form. */
export function missingFields(enquiry: Enquiry): (typeof requiredFields)[number][] {
  return requiredFields.filter((field) => enquiry[field] === '');
}

/** A hint about a phone number of unusual length, in digits of any script; it is accepted all the same. */
export function phoneHint(phone: string): string | undefined {
  const digits = phone.match(/\p{Nd}/gu)?.length ?? 0;
  if (phone.trim() === '' || (digits >= 7 && digits <= 15)) return undefined;
  return 'Is this number complete? Please check it, with the country code if you are abroad.';
}

/** A service's value in words, as the chat text shows it: `gulf-tenders` → `Gulf Tenders`, `seo` → `Seo`. */
export function serviceInWords(value: string): string {
  return value
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

/** The form's labels, which name the fields in the chat text. */
export type EnquiryLabels = Record<EnquiryField, string>;

/** The labels of the form's section. */
export const labelsOf = (section: Record<`${EnquiryField}Label`, string>): EnquiryLabels =>
  eachField((field) => section[`${field}Label` as const]);

/** The message prefilled in the chat. Lone surrogates, which no URL can carry, are replaced. */
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
