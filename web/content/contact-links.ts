import { chatAddress } from '#web/contracts/phone.ts';
import { oncePerProcess } from '#web/once-per-process.ts';
import { phoneHref } from './links.ts';
import type { Site } from './types.ts';

type Contact = Pick<Site, 'phone' | 'whatsapp' | 'whatsappGreeting'>;

declare global {
  interface OncePerProcess {
    /** The contact of the settings that were read last, for pages that work without the content API. */
    contact: Contact;
  }
}

export function rememberContact({ phone, whatsapp, whatsappGreeting }: Contact): void {
  oncePerProcess.contact = { phone, whatsapp, whatsappGreeting };
}

/** Returns links to WhatsApp, with a message, and to the phone. Before the first page was rendered, returns none. */
export function contactLinks(message?: string): { href: string; label: string }[] {
  const { phone, whatsapp, whatsappGreeting } = oncePerProcess.contact ?? {};
  return [
    ...(whatsapp
      ? [{ href: chatAddress(whatsapp, message || (whatsappGreeting ?? '')), label: 'Open WhatsApp' }]
      : []),
    ...(phone ? [{ href: phoneHref(phone), label: `Call ${phone}` }] : []),
  ];
}
