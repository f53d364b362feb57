import { contentPage, type Props, readMetadata } from '#web/app/content-page.tsx';

/** This page is rendered on the first request and cached until its content changes, for at most an hour. */
export const dynamic = 'force-static';
export const revalidate = 3600;
export const generateStaticParams = () => [];

export const generateMetadata = (props: Props) => readMetadata(props);
export default function Page(props: Props) {
  return contentPage(props);
}
