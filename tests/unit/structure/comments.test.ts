import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from './imports.ts';

const list = ['ls-files', '--cached', '--others', '--exclude-standard', '--'];
const folders = ['apps', 'schemas', 'studio', 'web', 'telemetry', 'tests/support', 'deploy', '.githooks'];
const files = execFileSync('git', [...list, ...folders, 'roles.ts', 'settings.ts', '.env.example'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => !file.includes('.generated.') && !/^apps\/[\w-]+\/tests\//.test(file));
const isScript = (file: string) => /\.([mc]?[jt]sx?|css)$/.test(file);
const isConfiguration = (file: string) => /^(deploy|\.githooks)\/|^\.env\.example$/.test(file);

/** Opens a sentence with a relative clause, so that its reader waits for the verb: "What waits for a worker is …". */
const opening = /^(?:What|Whatever|Whoever|Whose|Of which|Where|Which)\b/;

/** Returns the comments of a source. A comment starts a line or follows white space or a bracket, unlike most strings. */
function commentsOf(text: string, file: string): string[] {
  const pattern = isConfiguration(file)
    ? /^[^\S\n]*#.*(?:\n[^\S\n]*#.*)*/gm
    : /(?<=^|[\s{(])(?:\/\*[\s\S]*?\*\/|\/\/ .*(?:\n[^\S\n]*\/\/ .*)*)/gm;
  return [...text.matchAll(pattern)].map(([comment]) =>
    comment.replaceAll(/^[^\S\n]*(?:\/\*+|\/\/|\*(?!\/)|#+)|\*\/$/gm, '').replaceAll(/\s+/g, ' '),
  );
}

/** Returns the sentences of comments that open with a relative clause. */
const wrongSentences = (text: string, file: string): string[] =>
  commentsOf(text, file).flatMap((comment) =>
    comment
      .trim()
      .split(/(?<=[.:;)]) /)
      .filter((sentence) => opening.test(sentence)),
  );

describe('comments', () => {
  const wrong = files
    .filter((file) => (isScript(file) || isConfiguration(file)) && existsSync(path.join(root, file)))
    .flatMap((file) =>
      wrongSentences(readFileSync(path.join(root, file), 'utf8'), file).map((one) => `${file}: ${one}`),
    );

  test('open no sentence with a relative clause: see docs/writing.md', () => {
    expect(wrong).toEqual([]);
  });

  test.each([
    ['a.ts', '/** What waits. */\nconst a = 1;', 1],
    ['a.ts', '/**\n * Returns pages. Where a\n * page is missing, throws.\n */', 1],
    ['a.ts', 'run(); // Whoever comes first.', 1],
    ['a.tsx', '{/* Which of them. */}', 1],
    ['a.ts', '// Returns\n// Whether it is so.', 0],
    ['a.ts', "const text = 'What is this?';\nconst url = 'https://What';", 0],
    ['a.css', '/* Of which two are left. */', 1],
    ['deploy/nginx.conf', '# Caches pages.\n# What is left.\nlisten 80;', 1],
  ])('of %s: finds %j', (file, text, count) => {
    expect(wrongSentences(text, file)).toHaveLength(count);
  });
});
