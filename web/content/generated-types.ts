import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const file = path.join(root, 'web/content/types.generated.ts');
const read = (name: string) => readFileSync(path.join(root, name), 'utf8');
const isSource = (name: string) => !name.endsWith('.generated.ts') || name.includes('icon-drawings');

/** Titles and descriptions for editors, and comment lines. No type depends on them. */
const withoutTypes = /\b(?:title|description): *(?:'[^'\n]*'|"[^"\n]*"|`[^`]*`)|^ *(?:\/\/|\/?\*).*\n/gm;
/** Queries and their fragments, recognised by their names. */
const queries = /\b\w+(?:Fields|Projection|Query)\b[^=\n]*=\s*(?:defineQuery\(\s*)?(?:`[^`]*`|'[^'\n]*')/g;

/** Every line of this file is part of a query. */
const shared = 'web/content/projections.ts';

/** Computes a digest of schema, queries and editable texts from their sources, since generating types takes 20 s. */
function digest(): string {
  const schemas = globSync('schemas/**/*.ts', { cwd: root })
    .filter(isSource)
    .sort()
    .map((name) => read(name).replace(withoutTypes, ''));
  const usedQueries = globSync('web/**/*.{ts,tsx}', { cwd: root })
    .filter((name) => isSource(name) && !/^web\/\./.test(name))
    .sort()
    .flatMap((name) => (name === shared ? read(name) : (read(name).match(queries) ?? [])));
  return createHash('sha256')
    .update(JSON.stringify([schemas, usedQueries, read('schemas/editable-text.generated.ts')]))
    .digest('hex')
    .slice(0, 32);
}

const line = (value: string) => `// Generated from: ${value}\n`;

// `npm run typegen` writes the digest into the generated file, and `npm run check` compares it.
if (process.argv[2] === 'sign') writeFileSync(file, `${readFileSync(file, 'utf8')}${line(digest())}`);
else if (!readFileSync(file, 'utf8').endsWith(line(digest()))) {
  console.error('The schema or a query has changed. Run `npm run typegen` and commit the result.');
  process.exitCode = 1;
}
