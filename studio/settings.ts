import { z } from 'zod';

/** Where this Studio reads and writes, and which site it edits. */
const settings = z.object({
  /** Hosted Sanity, with services that the embedded content lake has not. */
  hosted: z.boolean(),
  projectId: z.string().min(1),
  dataset: z.string().min(1),
  /** Address of the site without a slash at the end; empty means the origin that serves the Studio. */
  siteUrl: z.union([z.literal(''), z.url()]),
});

/**
 * Settings that the site writes into the Studio's page, so that one build serves every port and project; `sanity dev` and the
 * command line have no such page and read variables. Throws on invalid settings rather than edit the wrong dataset.
 */
export function readStudioSettings() {
  const injected =
    typeof document === 'undefined' ? null : document.getElementById('studio-settings')?.textContent;
  if (injected) return settings.parse(JSON.parse(injected));
  // The bundler replaces only whole literal `process.env.X` expressions.
  return settings.parse({
    hosted: process.env.SANITY_STUDIO_LAKE !== 'true',
    projectId: process.env.SANITY_STUDIO_PROJECT_ID || 'local',
    dataset: process.env.SANITY_STUDIO_DATASET || 'production',
    siteUrl: process.env.SANITY_STUDIO_SITE_URL || '',
  });
}

/** Address of the site that this Studio edits, without a slash at the end. */
export function siteAddress(): string {
  return readStudioSettings().siteUrl || window.location.origin;
}
