import { createHmac } from 'node:crypto';
import { hashSecret, newSecret } from './database.ts';

/** Returns the suffix of the device cookie's name. Each person who uses the browser has a separate cookie. */
export const deviceCookie = (person: string) => `-device-${hashSecret(person).slice(0, 12)}`;

/** Returns a token for a browser. It is signed with the stored password hash, so a new password makes it invalid. */
export const deviceToken = (stored: string, id = newSecret()) =>
  `${id}.${createHmac('sha256', stored).update(id).digest('base64url')}`;

/** Returns the browser's id if the token was signed with this stored password hash. Otherwise returns undefined. */
export function knownDevice(token = '', stored: string | null = null): string | undefined {
  const [id] = token.split('.');
  return stored && token === deviceToken(stored, id) ? id : undefined;
}
