import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { findOrInstall } from './debian-package.ts';

const jar = path.join(
  path.dirname(createRequire(import.meta.url).resolve('vnu-jar/package.json')),
  'build/dist/vnu.jar',
);

/** Returns the path of a Java runtime, which the checker needs. */
function ensureJava(): string {
  const java = process.env.JAVA_HOME ? path.join(process.env.JAVA_HOME, 'bin/java') : 'java';
  return findOrInstall(() => (spawnSync(java, ['-version']).status === 0 ? java : undefined), {
    name: 'default-jre-headless',
    missing: 'The HTML checker needs Java 11 or later. Install it, or set JAVA_HOME.',
  });
}

const report = z.object({
  messages: z.array(
    z.object({
      type: z.string(),
      url: z.string().default(''),
      message: z.string(),
      extract: z.string().default(''),
      lastLine: z.number().optional(),
    }),
  ),
});

/** Matches messages about CSS that browsers support and the checker does not. Pages contain their style sheet. */
const newerCss = /^CSS: .*(?:paint-order|@view-transition)/;

/** Matches messages about attributes that browsers support and the checker does not: WebMCP. */
const newerHtml = /^Attribute .tool(?:name|description|paramdescription). not allowed/;

/** Returns the errors that the Nu HTML checker finds, one line each. */
export async function htmlErrors(pages: readonly { path: string; html: string }[]): Promise<string[]> {
  const java = ensureJava();
  const folder = mkdtempSync(path.join(tmpdir(), 'html-'));
  try {
    pages.forEach(({ html }, index) => {
      writeFileSync(path.join(folder, `${index}.html`), html);
    });
    const printed = await new Promise<string>((resolve, reject) => {
      const args = [
        // It runs for seconds: to compile its code as well as possible would take longer than it saves.
        '-XX:TieredStopAtLevel=1',
        '-XX:+UseSerialGC',
        '-Xss8m',
        '-jar',
        jar,
        '--errors-only',
        '--exit-zero-always',
        '--stdout',
        '--format',
        'json',
        folder,
      ];
      execFile(java, args, { maxBuffer: 64 * 1024 * 1024 }, (error, stdout) =>
        error ? reject(error) : resolve(stdout),
      );
    });
    const { messages } = report.parse(JSON.parse(printed));
    const found = messages.filter(({ message }) => !newerCss.test(message) && !newerHtml.test(message));
    return found.map(({ url, message, extract, type }) => {
      const page = pages[Number(/(\d+)\.html$/.exec(url)?.[1])];
      return `${page?.path ?? url}: ${type}: ${message} ${extract.replaceAll(/\s+/g, ' ')}`;
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
