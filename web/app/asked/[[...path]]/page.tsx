import { contentPage, metadataOf, type Props } from '#web/app/content-page.tsx';

/** A page that answers its query, for one visitor. */
export const dynamic = 'force-dynamic';

type WithQuery = Props & { searchParams: Promise<Record<string, string | string[] | undefined>> };

export const generateMetadata = async (props: WithQuery) => metadataOf(props, await props.searchParams);
export default async function Page(props: WithQuery) {
  return contentPage(props, await props.searchParams);
}
