import { createHmac } from 'node:crypto';
import { hashOf, newSecret } from './database.ts';

/** How the name of the cookie ends by which a browser is known to a person, whoever else it is known to. */
export const deviceCookie = (person: string) => `-device-${hashOf(person).slice(0, 12)}`;

/** The cookie's value. With the stored password as the key it ends when there is another password, or none. */
export const deviceToken = (stored: string, id = newSecret()) =>
  `${id}.${createHmac('sha256', stored).update(id).digest('base64url')}`;

/** The id of the browser that holds a token; undefined unless the token was made with this stored password. */
export function knownDevice(token = '', stored: string | null = null): string | undefined {
  const [id] = token.split('.');
  return stored && token === deviceToken(stored, id) ? id : undefined;
}
