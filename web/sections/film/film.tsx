import { filmHost, findYoutubeId, parseFilmLength } from '#schemas/film-rules.ts';
import { OwnScript } from '#web/components/own-script/own-script.tsx';
import { Picture } from '#web/components/picture/picture.tsx';
import { Section } from '#web/components/section/section.tsx';
import { pictureSource } from '#web/content/image.ts';
import { fileAddress } from '#web/content/image-address.ts';
import { pictureFields } from '#web/content/projections.ts';
import type { SectionProps } from '#web/content/types.ts';
import { startOfDay } from '#web/contracts/india.ts';
import { filmScript } from '#web/inline-scripts/inline.generated.ts';
import { removeMarkers } from '#web/preview/source-markers.ts';
import { absoluteUrl, type SectionData } from '#web/seo/page-description.ts';
import { pageNodeId } from '#web/seo/structured-data/node-ids.ts';

export const filmFields = `
  video{
    youtube, title, length, publishedOn, playLabel, note, captionsLanguage,
    "file": file.asset._ref, "captions": captions.asset._ref, poster{${pictureFields}}
  }
`;

type Video = NonNullable<SectionProps<'film'>['section']['video']>;

/** CSS pixels of the widest film. */
const maxWidth = 992;
const aspect = 16 / 9;
const playerClass = 'edge relative block aspect-video w-full overflow-hidden rounded';

/** Returns the film's addresses: of the page or file, and of the player. Undefined if it cannot be played. */
function findFilm({ youtube, file }: Video) {
  const src = fileAddress(file);
  if (src) return { src };
  const id = findYoutubeId(youtube);
  return id
    ? { watch: `https://www.youtube.com/watch?v=${id}`, player: `${filmHost}/embed/${id}` }
    : undefined;
}

/** Renders a film that loads only after a press. Without scripts, the picture is a link to YouTube. */
export function Film({ section, site, isFirst }: SectionProps<'film'>) {
  const { video } = section;
  const film = video && findFilm(video);
  if (!film) return null;
  const { poster, title, length, playLabel, note, captionsLanguage } = video;
  const captions = fileAddress(video.captions);
  return (
    <Section section={section} isFirst={isFirst} site={site}>
      <figure className="max-w-[62rem]">
        {film.src ? (
          // biome-ignore lint/a11y/useMediaCaption: the Studio asks the editor for captions.
          <video
            controls
            playsInline
            preload="none"
            src={film.src}
            poster={pictureSource(poster, { maxWidth, aspect })?.src}
            aria-label={removeMarkers(title)}
            className={playerClass}
          >
            {captions ? (
              <track kind="captions" src={captions} srcLang={captionsLanguage ?? 'en'} default />
            ) : null}
          </video>
        ) : (
          <>
            <a
              href={film.watch}
              data-player={`${film.player}?autoplay=1&rel=0`}
              title={removeMarkers(title)}
              className={playerClass}
            >
              <Picture
                picture={poster && { ...poster, credit: null }}
                maxWidth={maxWidth}
                aspect={aspect}
                sizes="(width >= 64rem) 992px, 100vw"
              />
              <span className="absolute inset-0 grid place-items-center">
                <span className="action action-primary">{playLabel}</span>
              </span>
            </a>
            <OwnScript text={filmScript} />
          </>
        )}
        <figcaption className="mt-3 font-semibold">
          {title} <span className="whitespace-nowrap font-normal text-muted">({length})</span>
          {poster?.credit ? (
            <span className="block font-normal text-muted text-sm">{poster.credit}</span>
          ) : null}
          {film.watch && note ? (
            <span className="mt-1 block font-normal text-muted text-sm">{note}</span>
          ) : null}
        </figcaption>
      </figure>
    </Section>
  );
}

export const filmData: SectionData<'film'> = (sections, { page, siteUrl }) =>
  sections.flatMap(({ _key, intro, video }) => {
    const film = video && findFilm(video);
    const thumbnail = pictureSource(video?.poster, { maxWidth, aspect, isRaster: true });
    const duration = parseFilmLength(video?.length);
    if (!film || !video?.publishedOn || !thumbnail) return [];
    return {
      '@type': 'VideoObject',
      '@id': pageNodeId(siteUrl, page.path, `film-${_key}`),
      name: video.title,
      description: intro || video.title,
      thumbnailUrl: absoluteUrl(siteUrl, thumbnail.src),
      uploadDate: new Date(startOfDay(video.publishedOn)).toISOString(),
      ...(duration && { duration }),
      ...(film.src ? { contentUrl: absoluteUrl(siteUrl, film.src) } : { embedUrl: film.player }),
    };
  });
