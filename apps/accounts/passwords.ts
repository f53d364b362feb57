import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import pLimit from 'p-limit';
import { AccountError } from './account-error.ts';

/** 64 MB and some 0.2 s for each, so no more than two at once, and one of those whom strangers may not keep waiting. */
const cost = { N: 2 ** 16, r: 8, p: 1, maxmem: 80 * 1024 * 1024 };
const keyBytes = 32;
const strangers = pLimit(2);
const known = pLimit(1);
/** More than so many wait for longer than a person does. */
const maxWaiting = 20;

const minLength = 12;
const maxLength = 200;

/** Knows some 50,000 common passwords in any spelling (NIST 800-63B), rows of keys, dates and repetitions. */
const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, l33tMaxSubstitutions: 20 });
/** The highest of its scores: more than 10^10 guesses. Four words in a row take 10^15. */
const goodScore = 4;
/** Characters that are looked at: so many are enough, and more take seconds. */
const longestEstimated = 32;

/** Throws an AccountError that says why a password is too easy to guess, for somebody of this name at this address. */
export function requireGoodPassword(password: string, name: string, siteUrl: string) {
  if ([...password].length < minLength)
    throw new AccountError(
      `A password needs at least ${minLength} characters. Four words in a row are good.`,
    );
  if (password.length > maxLength) throw new AccountError(`A password has at most ${maxLength} characters.`);
  const lower = password.normalize('NFKC').toLowerCase();
  const words = `${name} ${new URL(siteUrl).hostname}`.toLowerCase().match(/[\p{L}\p{M}\p{N}]{4,}/gu) ?? [];
  const { score } = estimator.check(lower.slice(0, longestEstimated), words);
  if ([name.toLowerCase(), ...words].some((word) => lower.includes(word)) || score < goodScore)
    throw new AccountError(
      "This password is easy to guess. Choose one without your name, this site's and common words.",
    );
}

/** The stored hash of a password. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `${salt.toString('base64url')}.${(await derive(password, salt, known)).toString('base64url')}`;
}

/** Compares with what is stored; takes the same time where nothing is. Those who are known do not wait for strangers. */
export async function matchesPassword(
  password: string,
  stored: string | null,
  isKnown: boolean,
): Promise<boolean> {
  const [salt = '', hash = ''] = (stored ?? '').split('.');
  const derived = await derive(
    password.slice(0, maxLength),
    Buffer.from(salt, 'base64url'),
    isKnown ? known : strangers,
  );
  const expected = Buffer.from(hash, 'base64url');
  return expected.length === derived.length && timingSafeEqual(expected, derived);
}

function derive(password: string, salt: Buffer, limit: typeof known): Promise<Buffer> {
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
