import type { Enquiries } from '#web/enquiry/enquiries.ts';
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

/** Keeps the enquiry with what is changed in it. */
export const keep = (enquiries: Enquiries, change: Partial<typeof enquiry> = {}, client = newClient()) =>
  keepEnquiry(
    enquiries,
    { ...enquiry, ...change },
    { beganOn: '/seo-sem', cameFrom: undefined, client, recipient: owner, days: 90, labels },
  );
