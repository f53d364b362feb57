import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { speculationRules } from './speculation-rules.ts';

/**
 * Contains the minified inline scripts. It is committed, since every page's policy contains their hashes. After a change,
 * run `node web/inline-scripts/generate.ts`.
 */
export const generatedFile = path.join(import.meta.dirname, 'inline.generated.ts');

const scripts = {
  frameScript: 'frame',
  missingPathScript: 'missing-path',
  islandLoader: 'island-loader',
  receiptScript: 'receipt',
};

async function minified(file: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    mode: 'production',
    publicDir: false,
    build: {
      write: false,
      lib: { entry: path.join(import.meta.dirname, `${file}.ts`), formats: ['iife'], name: 'unused' },
    },
  });
  const [bundle] = [result].flat();
  if (!bundle || !('output' in bundle)) throw new Error(`${file}.ts was not built.`);
  return bundle.output[0].code.trim();
}

export async function generateInlineScripts(): Promise<string> {
  const texts = Object.entries(scripts).map(async ([name, file]) => [name, await minified(file)] as const);
  const all = [
    ...(await Promise.all(texts)),
    ['speculationRules', JSON.stringify(speculationRules)] as const,
  ];
  return [
    '// Written by generate.ts from the files beside it.',
    ...all.map(([name, text]) => `export const ${name} = ${JSON.stringify(text)};`),
    '/** Everything inline that may stand in a published page, for its Content-Security-Policy. */',
    `export const inlineScripts: readonly string[] = [${all.map(([name]) => name).join(', ')}];`,
    '',
  ].join('\n');
}

if (import.meta.main) writeFileSync(generatedFile, await generateInlineScripts());
