import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

// `npm run notices` prints the licences of all packages that the product runs on or sends to browsers.

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.looseObject({
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().optional(),
      link: z.boolean().optional(),
    }),
  ),
});

/** Replaceable parts under the LGPL: nothing of them is linked into our own files. */
const replaceable = `Under the LGPL, which lets you replace these parts by your own version:
- libvips (packages @img/sharp-libvips-*): shared libraries that sharp loads at run time. Put another build of libvips in the package's
  folder lib, or let sharp build with the machine's libvips. Source: github.com/lovell/sharp-libvips, at the tag of the version.
- libheif (package heic-to): a file of its own that the Studio loads for photos in the HEIC format. Put another build in the package's folder
  dist and run npm run build. Source: github.com/hoppergee/heic-to, at the tag of the version.`;

const texts = new Map<string, string[]>();
const lock = lockSchema.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
for (const [folder, { version, license, dev, link }] of Object.entries(lock.packages)) {
  if (!folder.startsWith('node_modules/') || dev || link || !existsSync(folder)) continue;
  const name = `${folder.replace(/^.*node_modules\//, '')} ${version} (${license ?? 'see its text'})`;
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file));
  const found = files.flatMap((file) => {
    const full = path.join(folder, file);
    return path.extname(file) === '.js' ? [] : [readFileSync(full, 'utf8').trim()];
  });
  const text = found.join('\n\n') || 'The package has no licence text of its own.';
  texts.set(text, [...(texts.get(text) ?? []), name]);
}
console.log(replaceable);
for (const [text, names] of texts) console.log(`\n${'='.repeat(80)}\n${names.join('\n')}\n\n${text}`);
