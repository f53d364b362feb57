import { readSettings, settingsError } from '#settings';

/** Reads the site's settings at runtime, since the build has none. Throws an Error that names each wrong variable. */
function readSiteSettings() {
  const settings = readSettings(process.env);
  const { projectId } = settings.sanity;
  if (!projectId)
    throw settingsError(['SANITY_PROJECT_ID is missing: use `npm start`, or copy it from sanity.io/manage']);
  return { ...settings, sanity: { ...settings.sanity, projectId } };
}

export type SiteSettings = ReturnType<typeof readSiteSettings>;

let siteSettingsOnce: SiteSettings | undefined;

export function siteSettings(): SiteSettings {
  siteSettingsOnce ??= readSiteSettings();
  return siteSettingsOnce;
}
