import { chatAddress, keepDigits } from '#web/contracts/phone.ts';
import { latinDigits } from '#web/contracts/text.ts';

type Applicant = { name: string; email: string; phone: string; opening: string };

const answers = {
  invite: 'We would like to meet you. On which day, and at what time, can we talk?',
  decline:
    'We have read your application with care and have chosen somebody else this time. We wish you all the best.',
};

const write = ({ name, opening }: Applicant, text: string) =>
  `Hello ${name},\n\nThank you for your application for ${opening}. ${text}\n\nKind regards`;

/** Returns the address of an e-mail with a prepared text. */
export function mailAddress(applicant: Applicant, answer: keyof typeof answers): string {
  const subject = encodeURIComponent(`Your application for ${applicant.opening}`.toWellFormed());
  const text = write(applicant, answers[answer]).replaceAll('\n', '\r\n').toWellFormed();
  return `mailto:${encodeURIComponent(applicant.email)}?subject=${subject}&body=${encodeURIComponent(text)}`;
}

/** Returns the address of a WhatsApp chat with a prepared text. A number of ten digits is taken as an Indian one. */
export function whatsappAddress(applicant: Applicant): string {
  const digits = keepDigits(latinDigits(applicant.phone)).replace(/^0+/, '');
  const phone = digits.length === 10 ? `91${digits}` : digits;
  return chatAddress(phone, write(applicant, answers.invite).toWellFormed());
}
