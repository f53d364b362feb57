import * as z from 'zod/mini';
import type { KeptEnquiry } from '#web/database/tables.ts';
import type { Message } from './messages.ts';
import { rows } from './rows.ts';

/** What the Enquiries tool and the site say to each other, under `/api/enquiries`, with the Studio's session. */

export const enquiryStates = ['new', 'answered', 'closed'] as const satisfies KeptEnquiry['state'][];

/** An enquiry as staff see it, with what became of its copy by e-mail. */
export type ListedEnquiry = Omit<KeptEnquiry, 'digest'> & { mail: Message['state'] | null };

/** `GET ?search=&state=&after=`: the newest first; `sends` says whether a mail server is set up. */
export const enquiryListSchema = z.object({
  enquiries: rows<ListedEnquiry>(),
  next: z.optional(z.string()),
  sends: z.boolean(),
});

/** Body of `POST /:id`. `POST /:id/erase` has none; both answer with an empty object. */
export const changeBodySchema = z.object({
  state: z.enum(enquiryStates, 'Choose a state'),
  note: z.string().check(z.trim(), z.maxLength(300, 'Use at most 300 characters')),
});
