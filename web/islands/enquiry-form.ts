import { EnquiryForm } from '#web/sections/enquiry-form/enquiry-form.tsx';
import { hydrate } from './hydrate.ts';

hydrate('enquiry-form', EnquiryForm);
