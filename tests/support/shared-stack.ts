import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { eventually } from './eventually.ts';
import { snapshotContent } from './snapshot-content.ts';
import { type Stack, type StackOptions, startStack } from './stack.ts';

/** The public address of a `public` stack, in canonical links and structured data. */
export const publicUrl = 'https://www.agency.example';

const kinds = {
  /** Lake and site with the seed. */
  seeded: { parts: ['lake', 'site'] },
  /** The same on a public address, where visitors see only confirmed claims. */
  public: { parts: ['lake', 'site'], env: { SITE_URL: publicUrl } },
  /** Lake and site without content. */
  empty: { parts: ['lake', 'site'], seed: false },
} satisfies Record<string, StackOptions>;
export type StackKind = keyof typeof kinds;

type Shared = { kind: StackKind; stack: Stack; restore(): Promise<void> };
/** Test files of one Vitest worker share modules. `SortByStack` runs all files of a kind before those of another. */
let shared: Shared | undefined;

/**
 * Returns the stack of a kind that the test files of a worker share, running and with its first content. A file may change
 * content and kill services, but not the stack's accounts and settings, and it must not stop the stack.
 */
export async function sharedStack(kind: StackKind): Promise<Stack> {
  if (shared?.kind === kind) await shared.restore();
  else {
    await shared?.stack.stop();
    shared = undefined;
    shared = await openStack(kind);
  }
  return shared.stack;
}

async function openStack(kind: StackKind): Promise<Shared> {
  const stack = await startStack(kinds[kind]);
  const restoreContent = await snapshotContent(stack.client('administrator', { perspective: 'raw' }));
  return {
    kind,
    stack,
    async restore() {
      for (const part of ['lake', 'site'] as const) if (!stack.pid(part)) await stack.start(part);
      await restoreContent();
      if (kind !== 'empty') await waitForPublishes(stack);
    },
  };
}

/** Waits until the site has seen all publishes. It sees them in their order, so this publishes a text and waits for it. */
export async function waitForPublishes(stack: Stack): Promise<void> {
  const settings = stack.client('editor').patch('siteSettings');
  // The 404 page has the footer, and no test counts its renderings.
  const isShown = async (text: string) =>
    (await (await fetch(`${stack.siteUrl}/no-such-page`)).text()).includes(text);
  const copyright = `Published ${randomUUID()}`;
  const before = await stack.client('editor').fetch<string>('*[_id == "siteSettings"][0].copyright');
  for (const text of [copyright, before]) {
    await settings.set({ copyright: text }).commit();
    const isSeen = async () => expect(await isShown(copyright)).toBe(text === copyright);
    await eventually(isSeen);
  }
}

// Vitest ends its workers with this signal. Without it, the services end by themselves, but leave their data.
process.once('SIGTERM', async () => {
  await shared?.stack.stop();
  process.kill(process.pid, 'SIGTERM');
});
