import { z } from 'zod';

const manifestSchema = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).default([]) }),
);

/** Vite's manifest. `next-config.ts` inlines it into the build. */
const manifest = manifestSchema.parse(JSON.parse(process.env.ISLANDS_MANIFEST ?? '{}'));

function listAddresses(key: string): string[] {
  const chunk = manifest[key];
  return chunk ? [`/islands/${chunk.file}`, ...chunk.imports.flatMap(listAddresses)] : [];
}

/** Returns the URLs of an island's scripts, the entry first. */
export function islandScripts(name: string): string[] {
  const addresses = listAddresses(`${name}.ts`);
  if (addresses.length === 0) throw new Error(`The island ${name} is not built. Run npm run build.`);
  return addresses;
}
