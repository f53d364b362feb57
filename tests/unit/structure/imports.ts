import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../../..');

/** Includes files that are not committed yet. */
const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--'];
const folders = ['apps', 'schemas', 'studio', 'telemetry', 'web', 'roles.ts', 'settings.ts'];

const all = execFileSync('git', [...listed, ...folders], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter(
    (file) =>
      /\.(ts|tsx|mjs|js)$/.test(file) && !file.includes('/tests/') && existsSync(path.join(root, file)),
  );

/** The product's own code. */
export const code = all.filter((file) => !file.includes('.generated.'));

export const texts = new Map(code.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));

const statement =
  /(?:^(?:import|export)\s+(?:type\s)?(?:[^'";]*?\sfrom\s+)?|\bimport\()'((?:\.{1,2}\/|#)[^']+)'/gm;

/** Returns the product files that a file imports, types included. */
export function importsOf(file: string): string[] {
  return [...(texts.get(file) ?? '').matchAll(statement)].flatMap(([, specifier = '']) => {
    const name = specifier.startsWith('#') ? specifier.slice(1) : path.join(path.dirname(file), specifier);
    return [name, `${name}.ts`].find((target) => all.includes(target)) ?? [];
  });
}
