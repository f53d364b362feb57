import { storeEnquiry } from '#web/enquiry/copies.ts';
import { readEnquiry } from '#web/enquiry/enquiry.ts';
import type { FormWork } from '#web/http/form-dependencies.ts';

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
/** Returns the address of a network that has not sent anything. */
export const newClient = () => {
  clients += 1;
  return `10.${(clients >> 16) & 255}.${(clients >> 8) & 255}.${clients & 255}`;
};

export const owner = 'owner@example.com';

/** Stores an enquiry with some changed fields, as the form sends it. */
export function store(enquiries: FormWork, change: Partial<typeof enquiry> = {}, client = newClient()) {
  const form = new FormData();
  for (const [field, value] of Object.entries({ ...enquiry, ...change })) form.set(field, value);
  const copy = { beganOn: '/seo-sem', source: undefined, client, recipient: owner, days: 90, labels };
  return storeEnquiry(enquiries, readEnquiry(form), copy);
}
