import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../../..');

/** All files of the repository, also those that are not committed yet. */
export const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => file !== '' && existsSync(path.join(root, file)));

export const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

const product = files.filter(
  (file) =>
    /^((apps|schemas|studio|telemetry|web)\/.*|roles|settings)\.(ts|tsx|mjs|js)$/.test(file) &&
    !file.includes('/tests/'),
);

/** The product's own code. */
export const code = product.filter((file) => !file.includes('.generated.'));

export const texts = new Map(code.map((file) => [file, read(file)]));

const statement =
  /(?:^(?:import|export)\s+(?:type\s)?(?:[^'";]*?\sfrom\s+)?|\bimport\()'((?:\.{1,2}\/|#)[^']+)'/gm;

/** Returns the product files that a file imports, types included. */
export function importsOf(file: string): string[] {
  return [...(texts.get(file) ?? '').matchAll(statement)].flatMap(([, specifier = '']) => {
    const name = specifier.startsWith('#') ? specifier.slice(1) : path.join(path.dirname(file), specifier);
    return [name, `${name}.ts`].find((target) => product.includes(target)) ?? [];
  });
}
