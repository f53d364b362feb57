import { PlayIcon } from '@sanity/icons/Play';
import { type CustomValidator, defineField, defineType, type FileValue } from 'sanity';
import { apiVersion } from '#schemas/api-version.ts';
import { choice, day, label, line, requiredField, validatedLine } from '#schemas/fields.ts';
import { findYoutubeId, parseFilmLength } from '#schemas/film-rules.ts';
import { propertyOf } from '#schemas/property.ts';

const captionLanguages = { en: 'English', hi: 'हिन्दी', ar: 'العربية' };
/** Bytes. A longer film belongs on YouTube, which adapts it to the visitor's line. */
const maxSize = 30_000_000;

const hasFile = (film: unknown) => propertyOf(film, 'file') !== undefined;

/** Checks the type and size of an uploaded file, which the server found when it was stored. */
const checkFile =
  (extension: string): CustomValidator<FileValue | undefined> =>
  async (value, { getClient }) => {
    const id = value?.asset?._ref;
    if (!id) return true;
    if (!id.endsWith(`-${extension}`)) return `Choose a file that ends with .${extension}.`;
    const size = await getClient({ apiVersion }).fetch<number | null>('*[_id == $id][0].size', { id });
    return (size ?? 0) <= maxSize || 'The film has more than 30 MB. Make it smaller, or put it on YouTube.';
  };

export const video = defineType({
  name: 'video',
  title: 'Film',
  type: 'object',
  icon: PlayIcon,
  fields: [
    {
      ...validatedLine(
        'youtube',
        'Copy it from the browser or from Share, for example https://youtu.be/abcdefghijk. The film loads only after the visitor presses the button.',
        (address, { parent }) =>
          findYoutubeId(address) !== undefined ||
          (!address && hasFile(parent)) ||
          'Enter the full address of the film on YouTube, beginning with https://, or upload a film file.',
        { title: 'Address on YouTube', required: false },
      ),
      hidden: ({ parent }) => hasFile(parent),
    },
    defineField({
      name: 'file',
      title: 'Film file',
      type: 'file',
      description: 'Instead of an address on YouTube: an MP4 file of at most 30 MB.',
      options: { accept: 'video/mp4' },
      validation: (rule) => rule.custom(checkFile('mp4')),
    }),
    defineField({
      name: 'captions',
      type: 'file',
      description: 'A file that ends with .vtt. Many people watch without sound, and some cannot hear it.',
      options: { accept: '.vtt' },
      hidden: ({ parent }) => !hasFile(parent),
      validation: (rule) => [
        rule.custom(checkFile('vtt')),
        rule
          .custom(
            (value, { parent }) =>
              !hasFile(parent) ||
              value?.asset !== undefined ||
              'Without captions, people who cannot hear the film do not understand it.',
          )
          .warning(),
      ],
    }),
    {
      ...choice('captionsLanguage', 'The language of the captions.', {
        list: captionLanguages,
        initialValue: 'en',
        required: false,
      }),
      hidden: ({ parent }) => !hasFile(parent),
    },
    requiredField('poster', 'Shown until the film plays. Wide pictures fit best: it is cropped to 16:9.', {
      type: 'picture',
    }),
    line('title', 'What the film shows, in one line. Shown under the film.', { advisedMax: 80 }),
    validatedLine(
      'length',
      'Minutes and seconds, for example 1:40.',
      (length) => parseFilmLength(length) !== undefined || 'Enter minutes and seconds, for example 1:40.',
    ),
    day('publishedOn', 'The day when the film was first shown. Search engines ask for it.', {
      title: 'Published on',
    }),
    label('playLabel', 'Button on the picture of a film on YouTube', 'Play the film', 30),
    line('note', 'Shown under a film on YouTube, since YouTube learns of visitors who press the button.', {
      title: 'Note about YouTube',
      initialValue: 'The film is on YouTube, which your browser contacts only when you press play.',
      advisedMax: 120,
    }),
  ],
});
