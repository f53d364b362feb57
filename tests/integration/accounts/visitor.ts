import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import path from 'node:path';
import { readConfig } from 'content-lake/config';
import { parse } from 'node-html-parser';
import { WebSocket } from 'ws';
import type { RoleName } from '#roles';
import { Accounts } from '../../../apps/accounts/accounts.ts';
import { runProgram } from '../../../apps/environment/environment.ts';
import { describeServices } from '../../../apps/start/services.ts';
import type { Stack } from '../../support/stack.ts';

export type PageResponse = { status: number; headers: IncomingHttpHeaders; text: string };
type Options = { headers?: Record<string, string | undefined>; body?: string; method?: string };

/** A browser at HTTP level: it stores cookies and sends the origin of its forms. */
export class Visitor {
  readonly #stack: Stack;
  cookie = '';

  constructor(stack: Stack) {
    this.#stack = stack;
  }

  /** Begins a request to the site under its public name. A header that is undefined is left out. */
  #begin(
    address: string,
    { headers = {}, body, method }: Options,
    respond: (response: IncomingMessage) => void,
  ) {
    const { port, siteUrl } = this.#stack.settings;
    const cookie = this.cookie ? { cookie: this.cookie } : {};
    const given = { host: new URL(siteUrl).host, ...cookie, ...headers };
    const options = {
      ...{ port, host: '127.0.0.1', path: address, method: method ?? (body === undefined ? 'GET' : 'POST') },
      headers: Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    };
    return request(options, respond);
  }

  async fetch(address: string, options: Options = {}): Promise<PageResponse> {
    const response = await new Promise<PageResponse>((resolve, reject) => {
      const sent = this.#begin(address, options, async (response) => {
        let text = '';
        for await (const chunk of response) text += String(chunk);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
      sent.on('error', reject).end(options.body);
    });
    const [set] = response.headers['set-cookie'] ?? [];
    if (set) this.cookie = set.startsWith(`${set.split('=')[0]}=;`) ? '' : (set.split(';')[0] ?? '');
    return response;
  }

  /** Submits a form of one of the site's pages. */
  submitForm(
    address: string,
    fields: Record<string, string>,
    headers: Options['headers'] = {},
  ): Promise<PageResponse> {
    return this.fetch(address, {
      body: String(new URLSearchParams(fields)),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: this.#stack.settings.siteUrl,
        'sec-fetch-site': 'same-origin',
        ...headers,
      },
    });
  }

  async json(address: string) {
    return JSON.parse((await this.fetch(address)).text);
  }

  /** Opens an event stream, by default of all documents. `opened` resolves to the status. */
  stream(address = '/lake/v1/data/listen/production?query=*', headers: Record<string, string> = {}) {
    const { promise: opened, resolve: open } = Promise.withResolvers<number>();
    const ended = new Promise<void>((resolve) => {
      const sent = this.#begin(address, { headers }, (response) => {
        open(response.statusCode ?? 0);
        if (response.statusCode !== 200) sent.destroy();
        response.resume().on('close', resolve);
      });
      sent.on('error', () => resolve()).end();
    });
    return { opened, ended };
  }

  /** Opens a WebSocket of the Studio, by default the one for presence. */
  socket(name = 'socket/production', origin = this.#stack.settings.siteUrl) {
    const { port, siteUrl } = this.#stack.settings;
    const socket = new WebSocket(`ws://127.0.0.1:${port}/lake/v1/${name}`, {
      headers: { host: new URL(siteUrl).host, cookie: this.cookie, origin },
    });
    const ended = new Promise<number>((resolve) => socket.once('close', resolve));
    const opened = new Promise<void>((resolve, reject) => socket.once('open', resolve).once('error', reject));
    return { socket, opened, ended };
  }

  /** Opens a link and sets a password, which signs in. */
  async accept(link: string, name: string, password: string): Promise<PageResponse> {
    return this.submitForm(new URL(link).pathname, { name, password });
  }
}

/** Opens the accounts of a stack. Close `db` afterwards. */
export function accountsOf({ settings, secrets }: Stack): Accounts {
  const { embeddedLake } = describeServices(settings, secrets, { dev: false });
  return new Accounts(readConfig(embeddedLake.env), settings);
}

/** Returns the session cookie of a new or known person with a role. Works even if no site forwards requests to the lake. */
export function cookieOf(stack: Stack, role: RoleName, name = `Somebody with the role ${role}`): string {
  const { db, people, sessions, site } = accountsOf(stack);
  const { id } = people.byName(name) ?? people.add(name, role);
  const cookie = site.cookieFor(sessions.begin(id, 'Test')).split(';')[0] ?? '';
  db.close();
  return cookie;
}

/** Runs `npm run staff -- …` on a stack while its lake runs. */
export async function runStaffCommand(stack: Stack, ...args: string[]): Promise<string> {
  const { embeddedLake } = describeServices(stack.settings, stack.secrets, { dev: false });
  return (
    await runProgram(process.execPath, [path.join('apps/accounts/cli.ts'), ...args], embeddedLake.env)
  ).trim();
}

/** Returns a page's error message, the link that it shows and the roles that it offers. */
export function readPage({ text }: PageResponse) {
  const page = parse(text);
  return {
    problem: page.querySelector('[role=alert].problem')?.text ?? '',
    link: page.querySelector('input[readonly]')?.getAttribute('value') ?? '',
    roles: page.querySelectorAll('button.role').map((button) => button.getAttribute('value')),
  };
}
