import { PortableText, type PortableTextComponents } from '@portabletext/react';
import { ContentLinkTo } from '#web/components/link/action.tsx';
import { Picture } from '#web/components/picture/picture.tsx';
import type { ContentPicture } from '#web/content/image.ts';
import type { ArticleContent, CityContent, PolicyContent, Section, Site } from '#web/content/types.ts';

type Faq = Extract<Section, { _type: 'faq' }>;
type EnquiryForm = Extract<Section, { _type: 'enquiryForm' }>;
type Block =
  | ArticleContent['body'][number]
  | CityContent['insight'][number]
  | PolicyContent['sections'][number]['body'][number]
  | Faq['items'][number]['answer'][number]
  | NonNullable<EnquiryForm['notices']>[number]['body'][number];
type LinkMark = NonNullable<CityContent['insight'][number]['markDefs']>[number];
type Table = Extract<PolicyContent['sections'][number]['body'][number], { rows: unknown }>;

type Props = {
  value: Block[] | null | undefined;
  site: Site;
  className?: string;
  heading?: 'h2' | 'h3';
  /** Gives each heading its key as id, so that a table of contents can link to the heading. */
  hasContents?: boolean;
};

export function RichText({ value, site, className = '', heading = 'h3', hasContents = false }: Props) {
  if (!value || value.length === 0) return null;
  return (
    <div className={`prose ${className}`}>
      <PortableText value={value} components={componentsFor(site, heading, hasContents)} />
    </div>
  );
}

function componentsFor(site: Site, Heading: 'h2' | 'h3', hasContents: boolean): PortableTextComponents {
  return {
    block: {
      normal: ({ children }) => <p dir="auto">{children}</p>,
      h2: ({ children, value }) => (
        <h2 id={hasContents ? value._key : undefined} dir="auto">
          {children}
        </h2>
      ),
      h3: ({ children }) => <Heading dir="auto">{children}</Heading>,
    },
    marks: {
      link: ({ value, children }: { value?: LinkMark; children: React.ReactNode }) => (
        <ContentLinkTo link={value} site={site} className="link">
          {children}
        </ContentLinkTo>
      ),
    },
    types: {
      factTable: ({ value }: { value: Table }) => <FactTable table={value} />,
      picture: ({ value }: { value: ContentPicture }) => (
        <Picture picture={value} maxWidth={690} sizes="(width >= 48rem) 690px, 100vw" className="edge" />
      ),
    },
  };
}

function FactTable({ table }: { table: Table }) {
  return (
    <table className="w-full line-t line-b text-left tabular">
      <caption className="mb-2 text-left font-semibold">{table.caption}</caption>
      <thead>
        <tr className="text-muted text-sm">
          <th scope="col" className="py-2 pr-4 font-semibold">
            {table.termHeading}
          </th>
          <th scope="col" className="py-2 font-semibold">
            {table.detailHeading}
          </th>
        </tr>
      </thead>
      <tbody>
        {table.rows.map(({ _key, term, detail }) => (
          <tr key={_key} className="line-t align-top">
            <th scope="row" className="py-3 pr-4">
              {term}
            </th>
            <td className="py-3 wrap-anywhere">{detail}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
