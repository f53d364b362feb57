/** A page in a preview. It is dynamic, because a static page cannot read the perspective cookie. */
export const dynamic = 'force-dynamic';
export { default, generateMetadata } from '#web/app/per-request/[[...path]]/page.tsx';
