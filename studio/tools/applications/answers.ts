import { chatAddress, keepDigits } from '#web/contracts/phone.ts';
import { latinDigits } from '#web/contracts/text.ts';

type Applicant = { name: string; email: string; phone: string; opening: string };

const greet = ({ name, opening }: Applicant) =>
  `Hello ${name},\r\n\r\nThank you for your application for ${opening}.`.toWellFormed();

/** Returns the address of an e-mail that begins with a greeting. */
export function mailAddress(applicant: Applicant): string {
  const subject = encodeURIComponent(`Your application for ${applicant.opening}`.toWellFormed());
  return `mailto:${encodeURIComponent(applicant.email)}?subject=${subject}&body=${encodeURIComponent(greet(applicant))}`;
}

/** Returns the address of a WhatsApp chat. A number of ten digits is taken as an Indian one. */
export function whatsappAddress(applicant: Applicant): string {
  const digits = keepDigits(latinDigits(applicant.phone)).replace(/^0+/, '');
  return chatAddress(digits.length === 10 ? `91${digits}` : digits, greet(applicant));
}
