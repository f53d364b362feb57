/** Pages as previews show them. One that is kept could not read the cookie that names what is to be seen. */
export const dynamic = 'force-dynamic';
export { default, generateMetadata } from '#web/app/content/[[...path]]/page.tsx';
