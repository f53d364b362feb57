import { defineLocaleResourceBundle, type LocalePluginOptions } from 'sanity';

export const pictureAdvice =
  'Use JPEG, PNG, WebP, AVIF or HEIC files. Export other files, such as PDF or SVG, as PNG first.';

/** Plain replacements for some of the Studio's own texts, by namespace. */
const replacements = {
  studio: {
    'release.schedule-dialog.publish-date-in-past-warning':
      'Enter a date and time in the future, for example Dec 1, 2030 09:00.',
    'asset-sources.common.uploader.upload-failed.title': 'The file could not be uploaded',
    'asset-sources.common.uploader.upload-failed.description':
      'It may be damaged, or the connection was lost. Try again. If it fails again, save the picture as a new JPEG or PNG.',
    'inputs.array.error.cannot-upload-unable-to-convert_one': `${pictureAdvice} This file was not uploaded:`,
    'inputs.array.error.cannot-upload-unable-to-convert_other': `${pictureAdvice} These files were not uploaded:`,
    'inputs.portable-text.style.none': 'Style',
    'changes.image.hotspot-changed': 'The part to show was changed',
    'changes.portable-text.annotation_added': 'Added link',
    'changes.portable-text.annotation_changed': 'Changed link',
    'changes.portable-text.annotation_removed': 'Removed link',
    'changes.portable-text.annotation_unchanged': 'Unchanged link',
    'incoming-references.title': 'Used in',
    'inputs.image.hotspot-dialog.title': 'Choose the part to show',
    'inputs.imagetool.title': 'Part to show',
    'inputs.portable-text.action.edit-annotation-aria-label': 'Edit link',
    'inputs.portable-text.action.remove-annotation-aria-label': 'Remove link',
    'inputs.portable-text.annotation-aria-label': 'Link',
    'inputs.portable-text.block.aria-label': 'Picture or table',
    'inputs.tags.placeholder': 'Type a keyword, and press Enter',
    // Sanity names these two, and the first of `structure`, by keys that it does not define.
    'new-document.new-document': 'New document',
    'panel.close-button-aria-label': 'Close',
  },
  structure: {
    'changes.action.close-label': 'Close',
    'action.restore.label': 'Restore this version',
    'action.restore.tooltip': 'Makes this version the draft. The site does not change until you publish.',
    'action.restore.confirm.message':
      'Make this version the draft? It replaces the current draft. The site does not change until you publish.',
    'banners.release.action.add-to-bundle': 'Add to the release',
    // A schedule also contains what was published since (`apps/content-lake/releases/rebase.ts`).
    'banners.scheduled-draft-override-banner.text':
      'An earlier text of this document is scheduled. If you publish changes now, the schedule keeps them, and pauses if both change the same place.',
    'incoming-references-pane.no-references': 'Nothing else uses this document.',
  },
  presentation: {
    'narrow-tabs.content-tab.label': 'Form',
    'narrow-tabs.preview-tab.label': 'Preview',
  },
  releases: {
    // The list of releases and each release show the reason below these titles.
    'failed-schedule-title': 'Paused: it will not be published automatically',
    'overview.description':
      'A release publishes changes to several documents together, now or at a set time.',
  },
  validation: {
    'date.invalid-format': 'Enter the date as in 31/12/2030',
    'generic.not-allowed': 'Select one of the choices',
    'generic.not-allowed_hint': 'Select one of the choices instead of “{{hint}}”',
    'number.maximum-precision': 'Enter at most {{limit}} decimals',
    'number.non-integer': 'Enter a whole number',
    'object.reference-not-published': 'Publish the document that this field names first',
    'slug.missing-current': 'Enter an address',
    'slug.not-object': 'Enter an address',
    'slug.not-unique': 'Another document has this address',
    'string.url.disallowed-scheme': 'Enter an address that begins with https://',
    'string.url.invalid': 'Enter the full web address, for example https://example.com',
  },
};

/** The language of India's English, in which Sanity writes dates as the site does: 27 Nov 2030, 9:00 am. */
const locale = 'en-IN';

export const studioTexts = Object.entries(replacements).map(([namespace, resources]) =>
  defineLocaleResourceBundle({ locale, namespace, resources }),
);

/** Replaces American English, Sanity's only language, so that nobody has to choose between the two. */
export const studioLanguage: LocalePluginOptions = {
  locales: (existing) =>
    existing.map(({ bundles = [], ...american }) => ({
      ...american,
      id: locale,
      bundles: bundles.map((bundle) => ({ ...bundle, locale })),
    })),
  bundles: (existing) => [...existing.map((bundle) => ({ ...bundle, locale })), ...studioTexts],
};
