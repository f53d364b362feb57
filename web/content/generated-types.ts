import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const file = path.join(root, 'web/content/types.generated.ts');
const read = (name: string) => readFileSync(path.join(root, name), 'utf8');
const isSource = (name: string) => !name.endsWith('.generated.ts') || name.includes('icon-drawings');

/** Words for editors, which no type depends on. */
const words = /\b(?:title|description): *(?:'[^'\n]*'|"[^"\n]*"|`[^`]*`)/g;
/** Queries and their parts, by their names. */
const queries = /\b\w+(?:Fields|Projection|Query)\b[^=\n]*=\s*(?:defineQuery\(\s*)?(?:`[^`]*`|'[^'\n]*')/g;

/** Each line of it is part of a query, whatever its name. */
const shared = 'web/content/projections.ts';

/** A digest of the schema, the queries and the declared words, read from the sources: generating takes 20 s. */
function digest(): string {
  const schemas = globSync('schemas/**/*.ts', { cwd: root })
    .filter(isSource)
    .sort()
    .map((name) => read(name).replace(words, ''));
  const asked = globSync('web/**/*.{ts,tsx}', { cwd: root })
    .filter((name) => isSource(name) && !/^web\/\./.test(name))
    .sort()
    .flatMap((name) => (name === shared ? read(name) : (read(name).match(queries) ?? [])));
  return createHash('sha256')
    .update(JSON.stringify([schemas, asked, read('schemas/editable-text.generated.ts')]))
    .digest('hex')
    .slice(0, 32);
}

const line = (value: string) => `// Generated from: ${value}\n`;

/** `npm run typegen` signs what it has generated, `npm run check` compares. */
if (process.argv[2] === 'sign') writeFileSync(file, `${readFileSync(file, 'utf8')}${line(digest())}`);
else if (!readFileSync(file, 'utf8').endsWith(line(digest()))) {
  console.error('The schema or a query has changed. Run `npm run typegen` and commit the result.');
  process.exitCode = 1;
}
