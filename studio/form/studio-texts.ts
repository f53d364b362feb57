import { defineLocaleResourceBundle } from 'sanity';

const pictures = 'Use JPEG, PNG, WebP, AVIF or HEIC files. Export other files, such as PDF, as JPEG first.';

const noTitle = 'No title yet';

/** Plain replacements for some of the Studio's own texts, by namespace. */
const replacements = {
  studio: {
    'release.schedule-dialog.publish-date-in-past-warning':
      'Enter a date and time in the future, for example Nov 27, 2030 09:00.',
    'asset-sources.common.uploader.upload-failed.title': 'The file could not be uploaded',
    'asset-sources.common.uploader.upload-failed.description':
      'It may be damaged, or the connection was lost. Try again. If it fails again, save the picture as a new JPEG or PNG.',
    'inputs.array.error.cannot-upload-unable-to-convert_one': `${pictures} This file was not uploaded:`,
    'inputs.array.error.cannot-upload-unable-to-convert_other': `${pictures} These files were not uploaded:`,
    'inputs.portable-text.style.none': 'Style',
    'preview.default.title-fallback': noTitle,
    'document-status.revision-from': 'Version of <em>{{date}}</em>',
    'document-status.revision-not-found': 'This version was not found',
  },
  structure: {
    'action.restore.label': 'Restore this version',
    'action.restore.tooltip': 'Makes this version the draft. The site does not change until you publish.',
    'action.restore.disabled.cannot-restore-initial': 'The first version cannot be restored',
    'action.restore.confirm.message':
      'Make this version the draft? It replaces the current draft. The site does not change until you publish.',
    'browser-document-title.untitled-document': noTitle,
    'doc-title.fallback.text': noTitle,
    'panes.document-header-title.untitled.text': noTitle,
    'panes.document-operation-results.operation-undefined-title': noTitle,
  },
  presentation: {
    'locations-banner.resolving.text': 'Finding the pages that use this…',
    'narrow-tabs.content-tab.label': 'Form',
    'narrow-tabs.preview-tab.label': 'Preview',
  },
  releases: {
    // The list of releases and each release show the reason below these titles.
    'failed-schedule-title': 'Paused: it will not be published automatically',
    'failed-publish-title': 'It was not published',
    'overview.description':
      'A release publishes changes to several documents together, now or at a set time.',
    'release-placeholder.title': noTitle,
  },
  validation: { 'slug.not-unique': 'Another document has this address' },
};

export const studioTexts = Object.entries(replacements).map(([namespace, resources]) =>
  defineLocaleResourceBundle({ locale: 'en-US', namespace, resources }),
);
