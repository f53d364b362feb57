import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

// `npm run build:standalone`: makes `.next/standalone` self-contained.
const web = import.meta.dirname;
const target = path.join(web, '.next', 'standalone', 'web');

// Next leaves both to a CDN.
for (const folder of ['public', '.next/static'])
  cpSync(path.join(web, folder), path.join(target, folder), { recursive: true });

// Next finds no `web/package.json`, and writes CommonJS into a package of modules.
const file = path.join(target, 'server.js');
const server = readFileSync(file, 'utf8').replace(
  "const path = require('path')",
  "import path from 'node:path';\nimport { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);\nconst __dirname = import.meta.dirname;",
);
writeFileSync(file, server);
