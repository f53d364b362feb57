import { z } from 'zod';
import { runStaffCommand as staffCommand, Visitor } from '../../accounts/visitor.ts';
import { retryUntilResponse } from '../customers.ts';
import type { Shop } from '../shop.ts';

const itemSchema = z.object({
  kind: z.string(),
  subject: z.string(),
  order_id: z.string().nullable(),
  bill_id: z.string().nullish(),
  amount: z.number().nullable(),
});
export type Item = z.infer<typeof itemSchema>;
const todaySchema = z.object({ actionItems: z.array(itemSchema), more: z.number() });
export const surplusKinds = new Set(['second', 'overpaid', 'paid-cancelled']);

const responseSchema = z.looseObject({ error: z.string().optional() });

/** The response to an action. `isRepeated` if an earlier attempt got no response and may have succeeded. */
export type ActionResponse = { status: number; json: z.infer<typeof responseSchema>; isRepeated: boolean };

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

  /** Reads JSON or text that must exist. */
  const read = async (site: Shop, path: string, body?: unknown): Promise<string> => {
    const response = await retryUntilResponse(async () => {
      const got = await request(site, path, body, 'administrator');
      return { status: got.status, text: await got.text() };
    });
    if (response.status >= 300) throw new Error(`${path}: ${response.status} ${response.text}`);
    return response.text;
  };
  const readToday = async (site: Shop) => todaySchema.parse(JSON.parse(await read(site, '/today')));

  return {
    read,
    readToday,
    /** Repeats an action until a site responds: sites are killed, and the ledger is briefly unavailable. */
    async send(
      siteOf: () => Shop,
      path: string,
      body: unknown,
      who: Who = 'finance',
    ): Promise<ActionResponse> {
      let attempts = 0;
      const response = await retryUntilResponse(async () => {
        attempts += 1;
        const got = await request(siteOf(), path, body, who);
        return { status: got.status, text: await got.text() };
      });
      const json = responseSchema.parse(JSON.parse(response.text));
      return { status: response.status, json, isRepeated: attempts > 1 };
    },
  };
}
export type BackOffice = Awaited<ReturnType<typeof signIn>>;
