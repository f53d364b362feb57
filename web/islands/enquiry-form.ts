import { ChatForm } from '#web/sections/enquiry-form/chat-form.tsx';
import { hydrate } from './hydrate.ts';

hydrate('enquiry-form', ChatForm);
