import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

// Run by `npm run build:standalone`: makes `.next/standalone` self-contained.
const web = import.meta.dirname;
const target = path.join(web, '.next', 'standalone', 'web');

// Next expects a CDN to serve these folders.
for (const folder of ['public', '.next/static'])
  cpSync(path.join(web, folder), path.join(target, folder), { recursive: true });

// Next finds no `web/package.json`, so it writes CommonJS into a package of ES modules.
const file = path.join(target, 'server.js');
const server = readFileSync(file, 'utf8').replace(
  "const path = require('path')",
  "import path from 'node:path';\nimport { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);\nconst __dirname = import.meta.dirname;",
);
writeFileSync(file, server);
