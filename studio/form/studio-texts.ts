import { defineLocaleResourceBundle, type LocalePluginOptions } from 'sanity';

const pictures = 'Use JPEG, PNG, WebP, AVIF or HEIC files. Export other files, such as PDF, as JPEG first.';

const noTitle = 'No title yet';

/** Plain replacements for some of the Studio's own texts, by namespace. */
const replacements = {
  studio: {
    'release.schedule-dialog.publish-date-in-past-warning':
      'Enter a date and time in the future, for example tomorrow 9:00.',
    'asset-sources.common.uploader.upload-failed.title': 'The file could not be uploaded',
    'asset-sources.common.uploader.upload-failed.description':
      'It may be damaged, or the connection was lost. Try again. If it fails again, save the picture as a new JPEG or PNG.',
    'inputs.array.error.cannot-upload-unable-to-convert_one': `${pictures} This file was not uploaded:`,
    'inputs.array.error.cannot-upload-unable-to-convert_other': `${pictures} These files were not uploaded:`,
    'inputs.portable-text.style.none': 'Style',
    'preview.default.title-fallback': noTitle,
    'document-status.revision-from': 'Version of <em>{{date}}</em>',
    'document-status.revision-not-found': 'This version was not found',
    'changes.file.meta-info-fallback-title': noTitle,
    'changes.image.meta-info-fallback-title': noTitle,
    'changes.image.hotspot-changed': 'The part to show was changed',
    'changes.missing-since-document-error': 'This version is no longer stored. Select a later version.',
    'changes.portable-text.annotation_added': 'Added link',
    'changes.portable-text.annotation_changed': 'Changed link',
    'changes.portable-text.annotation_removed': 'Removed link',
    'changes.portable-text.annotation_unchanged': 'Unchanged link',
    'changes.same-revision-selected-title': 'You selected the same version twice',
    'changes.same-revision-selected-description': 'Select two different versions to compare.',
    'form.field.untitled-field-label': noTitle,
    'incoming-references.title': 'Used in',
    'inputs.array.resolving-initial-value': 'Loading…',
    'inputs.image.hotspot-dialog.title': 'Choose the part to show',
    'inputs.imagetool.title': 'Part to show',
    'inputs.portable-text.action.edit-annotation-aria-label': 'Edit link',
    'inputs.portable-text.action.remove-annotation-aria-label': 'Remove link',
    'inputs.portable-text.annotation-aria-label': 'Link',
    'inputs.portable-text.block.aria-label': 'Picture or table',
    'inputs.reference.resolving-initial-value': 'Loading…',
    'inputs.tags.placeholder': 'Type a keyword, and press Enter',
    'presence.aria-label': 'Who is online',
    'presence.no-one-else-description': 'Colleagues who have the Studio open are shown here.',
    'release.banner.scheduled-for-publishing-on': 'Scheduled: {{date}}',
    'release.placeholder-untitled-release': noTitle,
    'timeline.error.unable-to-load-revision': 'This version could not be loaded',
    'timeline.latest-revision': 'Latest version',
    'timeline.latest-version': 'Latest version',
    'timeline.list.aria-label': 'Versions',
    // Sanity names these two, and the first of `structure`, by keys that it does not define.
    'new-document.new-document': 'New document',
    'panel.close-button-aria-label': 'Close',
  },
  structure: {
    'changes.action.close-label': 'Close',
    'action.restore.label': 'Restore this version',
    'action.restore.tooltip': 'Makes this version the draft. The site does not change until you publish.',
    'action.restore.disabled.cannot-restore-initial': 'The first version cannot be restored',
    'action.restore.confirm.message':
      'Make this version the draft? It replaces the current draft. The site does not change until you publish.',
    'banners.deleted-document-banner.restore-button.text': 'Restore the latest version',
    'banners.release.action.add-to-bundle': 'Add to the release',
    'banners.revision-not-found.description': 'This version was not found. Select another version.',
    // A schedule also contains what was published since (`apps/content-lake/releases/rebase.ts`).
    'banners.scheduled-draft-override-banner.text':
      'An earlier text of this document is scheduled. If you publish changes now, the schedule keeps them, and pauses if both change the same place.',
    'browser-document-title.untitled-document': noTitle,
    'doc-title.fallback.text': noTitle,
    'document-view.form-view.form-title-fallback': noTitle,
    'incoming-references-pane.no-references': 'Nothing else uses this document.',
    'panes.document-header-title.untitled.text': noTitle,
    'panes.document-operation-results.operation-success_unpublish':
      '<Strong>{{title}}</Strong> was unpublished. Its text is now a draft.',
    'panes.document-operation-results.operation-undefined-title': noTitle,
    'toggle-inline-changes.menu-item.title': 'Mark changes in the form',
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
    'revert-dialog.confirm-revert.summary-restore_one':
      '{{count}} document returns to the text that was published before this release.',
    'revert-dialog.confirm-revert.summary-restore_other':
      '{{count}} documents return to the texts that were published before this release.',
  },
  validation: {
    'date.invalid-format': 'Enter a date, for example 1 Dec 2030',
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
