import type { ComponentProps, ReactNode } from 'react';
import { Picture } from '#web/components/picture/picture.tsx';
import { RichText } from '#web/components/rich-text/rich-text.tsx';
import type { ContentPicture } from '#web/content/image.ts';

type Props = Pick<ComponentProps<typeof RichText>, 'site'> & {
  content: { title: string; summary: string; body: ComponentProps<typeof RichText>['value'] };
  picture: ContentPicture;
  /** Under the summary. */
  byline: ReactNode;
  /** Beside the text on desktops, under it on phones. */
  aside: ReactNode;
  /** Under the text. */
  children?: ReactNode;
};

/** A text to read: its picture and its words in one column, and what it concerns beside it. */
export function ReadingPage({ content, site, picture, byline, aside, children }: Props) {
  return (
    <article className="frame policy">
      <div className="lg:w-9/12">
        <h1 className="display text-4xl">{content.title}</h1>
        <p className="mt-6 max-w-measure text-lg text-muted">{content.summary}</p>
        {byline}
      </div>
      <div className="mt-8 items-start cols">
        <div className="lg:col-span-8">
          <Picture
            picture={picture}
            maxWidth={790}
            aspect={16 / 9}
            sizes="(width >= 64rem) 790px, 100vw"
            isFirst
            className="edge"
          />
          <RichText value={content.body} site={site} className="article-text mt-10" />
          {children}
        </div>
        {aside}
      </div>
    </article>
  );
}
