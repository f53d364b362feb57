import { ContentLinkTo } from '#web/components/link/action.tsx';
import { Picture } from '#web/components/picture/picture.tsx';
import { Section } from '#web/components/section/section.tsx';
import { linkFields, pictureFields } from '#web/content/projections.ts';
import type { SectionProps } from '#web/content/types.ts';

export const imageTilesFields = `
  tiles[]{_key, caption, text, picture{${pictureFields}}, link{${linkFields}}}
`;

/** Renders two pictures per row: one seven columns wide and one five, in alternating order. */
export function ImageTiles({ section, site, isFirst }: SectionProps<'imageTiles'>) {
  const { tiles } = section;
  return (
    <Section section={section} isFirst={isFirst} site={site}>
      <ul className="grid items-end gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-12">
        {tiles.map(({ _key, picture, caption, text, link }, index) => {
          const isWide = index % 4 === 0 || index % 4 === 3;
          return (
            <li key={_key} className={isWide ? 'lg:col-span-7' : 'lg:col-span-5'}>
              <figure>
                <Picture
                  picture={picture}
                  maxWidth={isWide ? 690 : 490}
                  aspect={4 / 3}
                  sizes={`(width >= 64rem) ${isWide ? '690px' : '490px'}, (width >= 40rem) 50vw, 100vw`}
                  className="edge"
                />
                <figcaption className="mt-3 font-semibold">
                  {link ? (
                    <ContentLinkTo link={link} site={site} className="row-link">
                      {caption}
                    </ContentLinkTo>
                  ) : (
                    caption
                  )}
                  {text ? <span className="mt-1 block font-normal text-muted text-sm">{text}</span> : null}
                </figcaption>
              </figure>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
