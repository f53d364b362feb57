import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import pLimit from 'p-limit';
import { AccountError } from './account-error.ts';

/** 64 MB and some 0.2 s for each, so no more than two at once. */
const cost = { N: 2 ** 16, r: 8, p: 1, maxmem: 80 * 1024 * 1024 };
const keyBytes = 32;
const limit = pLimit(2);
/** More than so many wait for longer than a person does. */
const maxWaiting = 20;

const minLength = 12;
const maxLength = 200;
/** What people choose who are asked for twelve characters. */
const common =
  /^(.)\1*$|^(password|passw0rd|administrator|qwerty(uiop)?|welcome|letmein|iloveyou|changeme|abc)[\d!@#$.]*$|^(0?123456789)+\d*$|^1q2w3e4r5t6y/i;

/** Throws an AccountError that says why a password is too easy to guess. */
export function requireGoodPassword(password: string, name: string) {
  if ([...password].length < minLength)
    throw new AccountError(
      `A password needs at least ${minLength} characters. Four words in a row are good.`,
    );
  if (password.length > maxLength) throw new AccountError(`A password has at most ${maxLength} characters.`);
  if (password.toLowerCase().includes(name.toLowerCase()) || common.test(password))
    throw new AccountError('This password is easy to guess. Choose one without your name and common words.');
}

/** What is stored of a password. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `${salt.toString('base64url')}.${(await derive(password, salt)).toString('base64url')}`;
}

/** Compares with what is stored; takes the same time where nothing is. */
export async function matchesPassword(password: string, stored: string | null): Promise<boolean> {
  const [salt = '', hash = ''] = (stored ?? '').split('.');
  const derived = await derive(password.slice(0, maxLength), Buffer.from(salt, 'base64url'));
  const expected = Buffer.from(hash, 'base64url');
  return expected.length === derived.length && timingSafeEqual(expected, derived);
}

function derive(password: string, salt: Buffer): Promise<Buffer> {
  if (limit.pendingCount >= maxWaiting)
    throw new AccountError('Many people are signing in just now. Try again in a minute.', 503, 60);
  return limit(
    () =>
      new Promise((resolve, reject) =>
        scrypt(password.normalize('NFKC'), salt, keyBytes, cost, (error, key) =>
          error ? reject(error) : resolve(key),
        ),
      ),
  );
}
