import { readdirSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';

/**
 * Turns the drawings (SVG) into the pictures of the seed (PNG): hosted Sanity resizes and converts PNG, but hands SVG
 * out as it is. Flat colours keep each below 60 kB at 1600 pixels. Run after changing a drawing:
 * `node studio/seed/rasterise.ts`. A changed light picture has another id, which `madeFor` of its dark version in
 * `data.ndjson` names: a unit test says which.
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
