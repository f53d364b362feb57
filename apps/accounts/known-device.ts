import { createHmac } from 'node:crypto';
import { hashOf, newSecret } from './database.ts';

/** The end of the cookie's name; one for each person who uses the browser. */
export const deviceCookie = (person: string) => `-device-${hashOf(person).slice(0, 12)}`;

/** Keyed by the stored password, so that a token ends when the password changes. */
export const deviceToken = (stored: string, id = newSecret()) =>
  `${id}.${createHmac('sha256', stored).update(id).digest('base64url')}`;

/** The browser's id; undefined unless the token was made with this stored password. */
export function knownDevice(token = '', stored: string | null = null): string | undefined {
  const [id] = token.split('.');
  return stored && token === deviceToken(stored, id) ? id : undefined;
}
