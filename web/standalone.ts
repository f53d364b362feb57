import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

// `npm run build:standalone`: makes what `next build` leaves in `.next/standalone` start by itself.
const web = import.meta.dirname;
const target = path.join(web, '.next', 'standalone', 'web');

// Next leaves both to a CDN.
for (const folder of ['public', '.next/static'])
  cpSync(path.join(web, folder), path.join(target, folder), { recursive: true });

const file = path.join(target, 'server.js');
const server = readFileSync(file, 'utf8')
  // Next looks at `web/package.json`, finds none, and writes CommonJS into a package of modules.
  .replace(
    "const path = require('path')",
    "import path from 'node:path';\nimport { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);\nconst __dirname = import.meta.dirname;",
  )
  // Relative to two folders, in two places of Next: an absolute path is the same in both.
  .replace(
    /"cacheHandler":("[^"]+")/,
    (_, handler: string) => `"cacheHandler":path.resolve(__dirname, '.next', ${handler})`,
  );
writeFileSync(file, server);
