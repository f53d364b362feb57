import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../apps/environment/environment.ts';

/** Returns the blocks of commands below a heading of a guide in `docs/`. */
export function commandsOf(guide: string, heading: string): string[] {
  const text = readFileSync(path.join(projectRoot, 'docs', guide), 'utf8');
  const section = text.split(/^## /m).find((one) => one.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(/^```sh\n(.*?)^```/gms)].map(([, commands = '']) => commands);
}
