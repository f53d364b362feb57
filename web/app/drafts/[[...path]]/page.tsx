/** Pages in previews; a static one could not read the perspective's cookie. */
export const dynamic = 'force-dynamic';
export { default, generateMetadata } from '#web/app/asked/[[...path]]/page.tsx';
