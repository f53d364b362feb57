import { readdirSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';

/**
 * Renders the drawings (SVG) as the pictures of the seed (PNG): hosted Sanity resizes and converts PNG, but serves SVG
 * unchanged. Flat colours keep each picture below 60 kB at 1600 pixels. After you change a drawing, run
 * `node studio/seed/rasterise.ts`. A changed light picture gets a new id. Enter the id, which a unit test shows, in
 * `data.ndjson` as `madeFor` of the dark version.
 */
const drawings = path.join(import.meta.dirname, 'drawings');
const pictures = path.join(import.meta.dirname, 'images');

for (const file of readdirSync(drawings)) {
  const target = path.join(pictures, file.replace(/\.svg$/, '.png'));
  const { size } = await sharp(path.join(drawings, file), { density: 72 })
    .png({ palette: true, colours: 64, dither: 0, compressionLevel: 9, effort: 10 })
    .toFile(target);
  console.log(`${path.basename(target)} ${Math.round(size / 1000)} kB`);
}
