import { draftMode } from 'next/headers';
import { redirect } from 'next/navigation';

/** Ends a preview and redirects to the home page. Takes no target URL, so that it cannot serve as an open redirect. */
export async function GET(): Promise<never> {
  (await draftMode()).disable();
  redirect('/');
}
