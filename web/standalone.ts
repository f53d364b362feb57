import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

// `npm run build:standalone`: makes what `next build` leaves in `.next/standalone` start by itself.
const web = import.meta.dirname;
const target = path.join(web, '.next', 'standalone', 'web');

// Next leaves both to a CDN.
for (const folder of ['public', '.next/static'])
  cpSync(path.join(web, folder), path.join(target, folder), { recursive: true });

// Next looks for `web/package.json`, finds none, and writes CommonJS into what is a package of modules.
const file = path.join(target, 'server.js');
const server = readFileSync(file, 'utf8').replace(
  "const path = require('path')",
  "import path from 'node:path';\nimport { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);\nconst __dirname = import.meta.dirname;",
);
writeFileSync(file, server);
