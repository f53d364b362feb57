import { defineLocaleResourceBundle } from 'sanity';

const pictures =
  'Pictures are JPEG, PNG, WebP, AVIF or HEIC files. Export others, such as PDF, as JPEG first.';

/** The Studio's jargon in plain words. */
const studioBundle = defineLocaleResourceBundle({
  locale: 'en-US',
  namespace: 'studio',
  resources: {
    'release.schedule-dialog.publish-date-in-past-warning':
      'Enter a day and a time in the future, for example Nov 27, 2030 09:00.',
    'asset-sources.common.uploader.upload-failed.title': 'The file could not be taken',
    'asset-sources.common.uploader.upload-failed.description':
      'It may be damaged, or the connection was lost. Try again; if it fails once more, save it anew as JPEG or PNG.',
    'inputs.array.error.cannot-upload-unable-to-convert_one': `${pictures} This one was not taken:`,
    'inputs.array.error.cannot-upload-unable-to-convert_other': `${pictures} These were not taken:`,
  },
});

const releasesBundle = defineLocaleResourceBundle({
  locale: 'en-US',
  namespace: 'releases',
  resources: {
    // Above the reason, in the list of releases and in each of them.
    'failed-schedule-title': 'Paused: it will not go out by itself',
    'failed-publish-title': 'It was not published',
  },
});

export const studioTexts = [studioBundle, releasesBundle];
