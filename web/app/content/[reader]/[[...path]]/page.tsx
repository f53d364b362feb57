import { contentPage, type Props, readMetadata } from '#web/app/content-page.tsx';

/** This page is rendered on the first request and cached until its content changes, for at most an hour. */
export const dynamic = 'force-static';
export const revalidate = 3600;
export const generateStaticParams = () => [];

type WithReader = Props & { params: Promise<{ reader: string }> };

/** Search engines get the same metadata in both versions. */
export const generateMetadata = (props: Props) => readMetadata(props);
export default async function Page(props: WithReader) {
  return contentPage(props, { in: (await props.params).reader });
}
