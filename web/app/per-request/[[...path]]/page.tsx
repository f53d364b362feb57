import { contentPage, type Props, readMetadata } from '#web/app/content-page.tsx';

/** A page that depends on its query string. It is rendered per request and never stored. */
export const dynamic = 'force-dynamic';

type WithQuery = Props & { searchParams: Promise<Record<string, string | string[] | undefined>> };

export const generateMetadata = async (props: WithQuery) => readMetadata(props, await props.searchParams);
export default async function Page(props: WithQuery) {
  return contentPage(props, await props.searchParams);
}
