import { z } from 'zod';
import { runStaffCommand as staffCommand, Visitor } from '../../accounts/visitor.ts';
import { retryUntilAnswered } from '../customers.ts';
import type { Shop } from '../shop.ts';

const answerSchema = z.looseObject({ error: z.string().optional() });

/** The response to an action. `isRepeated` if an earlier attempt got no response and may have succeeded. */
export type Answer = { status: number; json: z.infer<typeof answerSchema>; isRepeated: boolean };

export type Who = 'finance' | 'administrator';

/** Staff members, signed in through the first site. Their session counts at every site of the same content lake. */
export async function signIn(shop: Shop) {
  const cookies = new Map<Who, string>();
  for (const [who, name] of [
    ['administrator', 'Asha'],
    ['finance', 'Ravi'],
  ] as const) {
    const visitor = new Visitor(shop.stack);
    const link = await staffCommand(shop.stack, 'link', name, '--role', who);
    const accepted = await visitor.accept(link, name, 'four words in a row');
    if (accepted.status !== 303)
      throw new Error(`${name} was not let in: ${accepted.status} ${accepted.text}`);
    cookies.set(who, visitor.cookie);
  }
  const origin = shop.stack.settings.siteUrl;

  const request = (site: Shop, path: string, body: unknown, who: Who) =>
    fetch(`${site.stack.siteUrl}/api/payments${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        cookie: cookies.get(who) ?? '',
        origin,
        'sec-fetch-site': 'same-origin',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  return {
    /** Repeats an action until a site responds: sites are killed, and the ledger is briefly unavailable. */
    async act(siteOf: () => Shop, path: string, body: unknown, who: Who = 'finance'): Promise<Answer> {
      let attempts = 0;
      const answer = await retryUntilAnswered(async () => {
        attempts += 1;
        const response = await request(siteOf(), path, body, who);
        return { status: response.status, text: await response.text() };
      });
      const json = answerSchema.parse(JSON.parse(answer.text));
      return { status: answer.status, json, isRepeated: attempts > 1 };
    },
    /** Reads JSON or text that must exist. */
    async read(site: Shop, path: string, body?: unknown): Promise<string> {
      const response = await retryUntilAnswered(async () => {
        const got = await request(site, path, body, 'administrator');
        return { status: got.status, text: await got.text() };
      });
      if (response.status >= 300) throw new Error(`${path}: ${response.status} ${response.text}`);
      return response.text;
    },
  };
}
export type StaffDesk = Awaited<ReturnType<typeof signIn>>;
