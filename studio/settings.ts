import { z } from 'zod';

const settings = z.object({
  /** Whether the Studio uses hosted Sanity, which has services that the embedded content lake lacks. */
  hosted: z.boolean(),
  projectId: z.string().min(1),
  dataset: z.string().min(1),
  /** Site URL without a trailing slash; empty for the origin that serves the Studio. */
  siteUrl: z.union([z.literal(''), z.url()]),
});

/**
 * Reads the settings that the site writes into the Studio's page, so that one build serves every port and project. `sanity
 * dev` and commands read environment variables. Throws on invalid settings rather than edit the wrong dataset.
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

/** Returns the URL of the edited site, without a trailing slash. */
export function siteAddress(): string {
  return readStudioSettings().siteUrl || window.location.origin;
}
