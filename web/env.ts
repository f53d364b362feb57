import { readSettings, settingsError } from '#settings';

/**
 * The settings of the site. Throws an Error that names each wrong variable. The build needs none of them: everything
 * that depends on settings happens when a page is asked for.
 */
function readSiteSettings() {
  const settings = readSettings(process.env);
  const { projectId } = settings.sanity;
  if (!projectId)
    throw settingsError(['SANITY_PROJECT_ID is missing: use `npm start`, or copy it from sanity.io/manage']);
  return { ...settings, sanity: { ...settings.sanity, projectId } };
}

export type SiteSettings = ReturnType<typeof readSiteSettings>;

let siteSettingsOnce: SiteSettings | undefined;

/** The settings of this process, read once. */
export function siteSettings(): SiteSettings {
  siteSettingsOnce ??= readSiteSettings();
  return siteSettingsOnce;
}
