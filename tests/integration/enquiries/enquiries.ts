import type { Enquiries } from '#web/enquiry/enquiries.ts';
import { readEnquiry } from '#web/enquiry/enquiry.ts';
import { keepEnquiry } from '#web/enquiry/kept.ts';

const labels = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  company: 'Company',
  service: 'Service',
  message: 'Message',
};

export const enquiry = {
  name: 'आशा गुप्ता',
  email: 'asha@example.in',
  phone: '+91 98765 43210',
  company: 'Gupta & Sons',
  service: 'gulf-tenders',
  message: 'أحتاج إلى مساعدة 🙂\n100% of it',
};

let clients = 0;
/** A network that has not sent anything. */
export const newClient = () => {
  clients += 1;
  return `10.${(clients >> 16) & 255}.${(clients >> 8) & 255}.${clients & 255}`;
};

export const owner = 'owner@example.com';

/** Keeps the enquiry with what is changed in it, as the form sends it. */
export function keep(enquiries: Enquiries, change: Partial<typeof enquiry> = {}, client = newClient()) {
  const form = new FormData();
  for (const [field, value] of Object.entries({ ...enquiry, ...change })) form.set(field, value);
  const copy = { beganOn: '/seo-sem', cameFrom: undefined, client, recipient: owner, days: 90, labels };
  return keepEnquiry(enquiries, readEnquiry(form), copy);
}
