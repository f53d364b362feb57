import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import pLimit from 'p-limit';
import { AccountError } from './account-error.ts';
import commonInIndia from './common-in-india.json' with { type: 'json' };

/** A hash takes 64 MB and about 0.2 s, so few run at once. Strangers and known browsers have separate queues. */
const cost = { N: 2 ** 16, r: 8, p: 1, maxmem: 80 * 1024 * 1024 };
const keyBytes = 32;
const strangers = pLimit(2);
const known = pLimit(1);
/** Beyond this number, attempts are refused, because they would wait too long. */
const maxWaiting = 20;

const minLength = 12;
const maxLength = 200;

let estimator: ZxcvbnFactory | undefined;
/**
 * Returns how many guesses a password takes, by 50,000 common ones (NIST 800-63B), what people in India choose, keyboard
 * rows, dates and repetitions. The first call sorts the words, which takes a tenth of a second that no start should wait for.
 */
function countGuesses(password: string, words: string[]): number {
  estimator ??= new ZxcvbnFactory({
    dictionary: { ...dictionary, commonInIndia },
    graphs: adjacencyGraphs,
    l33tMaxSubstitutions: 20,
  });
  const { guesses, sequence } = estimator.check(password, words);
  // The total assumes that nobody guesses four parts before all of three. Attackers try a city, a sign and a year early.
  const product = sequence.reduce(
    (all, part) => all * Math.max(part.guesses, part.pattern === 'dictionary' ? 500 : 1),
    1,
  );
  return Math.min(guesses, product);
}
/** A password of four random words takes 10^13. */
const enoughGuesses = 10 ** 10;
/** Only this many characters are rated, because rating more would take seconds. */
const maxEstimated = 32;

/** Throws an AccountError if a password is too short, too long or too easy to guess. */
export function requireGoodPassword(password: string, name: string, siteUrl: string) {
  if ([...password].length < minLength)
    throw new AccountError(`Use at least ${minLength} characters, for example four words in a row.`);
  if (password.length > maxLength) throw new AccountError(`Use at most ${maxLength} characters.`);
  const lower = password.normalize('NFKC').toLowerCase();
  const words = `${name} ${new URL(siteUrl).hostname}`.toLowerCase().match(/[\p{L}\p{M}\p{N}]{4,}/gu) ?? [];
  const rated = lower.slice(0, maxEstimated);
  // Attackers try a well-known word or pair of words with a sign in between or at the end, so each sign adds little.
  const bare = rated.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
  const guesses = Math.min(
    countGuesses(rated, words),
    countGuesses(bare, words) * 10 ** (rated.length - bare.length),
  );
  if ([name.toLowerCase(), ...words].some((word) => lower.includes(word)) || guesses < enoughGuesses)
    throw new AccountError(
      "This password is easy to guess. Choose one without your name, the site's name or common words.",
    );
}

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `${salt.toString('base64url')}.${(await derive(password, salt, known)).toString('base64url')}`;
}

/**
 * Checks a password. Takes the same time if `stored` is null, so that guesses do not reveal names. Known browsers do
 * not queue behind strangers.
 */
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

const deriveKey = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

function derive(password: string, salt: Buffer, limit: typeof known): Promise<Buffer> {
  if (limit.pendingCount >= maxWaiting)
    throw new AccountError('Too many people are signing in right now. Try again in a minute.', 503, 60);
  return limit(() => deriveKey(password.normalize('NFKC'), salt, keyBytes, cost));
}
