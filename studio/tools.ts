import type { ConfigContext, Tool } from 'sanity';
import { answersEnquiries, editsOpeningsOnly, isAdministrator, seesPaymentsOnly } from './roles.ts';

/** Tools for administrators alone. */
const administrative = ['vision', 'payments'];

/** The tools at the top of the Studio, by role: payments are for finance and administrators, openings need the editor and its preview. */
export function toolsFor(tools: Tool[], { currentUser }: ConfigContext): Tool[] {
  if (seesPaymentsOnly(currentUser))
    return tools.filter(({ name }) => ['payments', 'handbook', 'account'].includes(name));
  if (editsOpeningsOnly(currentUser))
    return tools.filter(({ name }) =>
      ['start', 'structure', 'presentation', 'handbook', 'account'].includes(name),
    );
  return tools.filter(({ name }) => {
    if (name === 'enquiries') return answersEnquiries(currentUser);
    return !administrative.includes(name) || isAdministrator(currentUser);
  });
}
