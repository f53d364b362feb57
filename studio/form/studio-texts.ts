import { defineLocaleResourceBundle } from 'sanity';

const pictures = 'Use JPEG, PNG, WebP, AVIF or HEIC files. Export other files, such as PDF, as JPEG first.';

/** Plain replacements for some of the Studio's own texts. */
const studioBundle = defineLocaleResourceBundle({
  locale: 'en-US',
  namespace: 'studio',
  resources: {
    'release.schedule-dialog.publish-date-in-past-warning':
      'Enter a date and time in the future, for example Nov 27, 2030 09:00.',
    'asset-sources.common.uploader.upload-failed.title': 'The file could not be uploaded',
    'asset-sources.common.uploader.upload-failed.description':
      'It may be damaged, or the connection was lost. Try again. If it fails again, save the picture as a new JPEG or PNG.',
    'inputs.array.error.cannot-upload-unable-to-convert_one': `${pictures} This file was not uploaded:`,
    'inputs.array.error.cannot-upload-unable-to-convert_other': `${pictures} These files were not uploaded:`,
  },
});

const releasesBundle = defineLocaleResourceBundle({
  locale: 'en-US',
  namespace: 'releases',
  resources: {
    // The list of releases and each release show the reason below these titles.
    'failed-schedule-title': 'Paused: it will not be published automatically',
    'failed-publish-title': 'It was not published',
  },
});

export const studioTexts = [studioBundle, releasesBundle];
