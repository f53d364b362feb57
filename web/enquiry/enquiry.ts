/** An enquiry, trimmed. Nothing is refused for its length or form: the specification sets no limits. */
export type Enquiry = Record<'name' | 'email' | 'phone' | 'company' | 'service' | 'message', string>;
export type EnquiryField = keyof Enquiry;

/** A text for each field. */
export const eachField = (textOf: (field: EnquiryField) => string): Enquiry => ({
  name: textOf('name'),
  email: textOf('email'),
  phone: textOf('phone'),
  company: textOf('company'),
  service: textOf('service'),
  message: textOf('message'),
});

/**
 * What a visitor has typed. A line break pasted into a field of one line becomes a space: it would let a visitor write
 * further "fields" into the chat text.
 */
export function readEnquiry(form: FormData): Enquiry {
  return eachField((field) => {
    const value = form.get(field);
    const text = typeof value === 'string' ? value.trim() : '';
    return field === 'message' ? text : text.replaceAll(/\s+/g, ' ');
  });
}

/** Fields that must not be blank after trimming; the service is always preset. */
export const requiredFields = ['name', 'email', 'phone', 'message'] as const satisfies EnquiryField[];

export const missingMessage = 'Please fill in all required fields';

/** Required fields that are blank, in the order of the form. */
export function missingFields(enquiry: Enquiry): (typeof requiredFields)[number][] {
  return requiredFields.filter((field) => enquiry[field] === '');
}

/** A question about a phone number of unusual length, which is taken all the same; in digits of any script. */
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

/** Names of the fields in the chat text; the form's own labels. */
export type EnquiryLabels = Record<EnquiryField, string>;

/** The labels as the form's section holds them. */
export const labelsOf = (section: Record<`${EnquiryField}Label`, string>): EnquiryLabels =>
  eachField((field) => section[`${field}Label` as const]);

/** The message that the visitor finds typed in the chat; the company is left out when there is none. Half of a
 * surrogate pair, which no address can carry, becomes a replacement character. */
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
