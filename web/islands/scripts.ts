import { z } from 'zod';

const manifestSchema = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).default([]) }),
);

/** Vite's manifest, which `next-config.ts` inlines into the build. */
const manifest = manifestSchema.parse(JSON.parse(process.env.ISLANDS_MANIFEST ?? '{}'));

function addressesOf(key: string): string[] {
  const chunk = manifest[key];
  return chunk ? [`/islands/${chunk.file}`, ...chunk.imports.flatMap(addressesOf)] : [];
}

/** URLs of an island's scripts, its entry first. */
export function islandScripts(name: string): string[] {
  const addresses = addressesOf(`${name}.ts`);
  if (addresses.length === 0) throw new Error(`The island ${name} is not built: run npm run build.`);
  return addresses;
}
