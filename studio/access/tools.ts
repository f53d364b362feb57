import type { Capability } from '#roles';
import { editsOpeningsOnly, seesPaymentsOnly, type User, userMay } from './roles.ts';

const requiredCapabilities = new Map<string, Capability>([
  ['payments', 'handlePayments'],
  ['applications', 'handleApplications'],
  ['enquiries', 'answerEnquiries'],
  ['visits', 'seeVisits'],
  ['personal-data', 'handlePersonalData'],
  ['launch', 'editContent'],
  ['vision', 'managePeople'],
]);

/** Returns the tools that a user's role gives access to. */
export function toolsFor<Tool extends { name: string }>(
  tools: Tool[],
  { currentUser }: { currentUser: User },
): Tool[] {
  if (seesPaymentsOnly(currentUser))
    return tools.filter(({ name }) => ['payments', 'handbook', 'account'].includes(name));
  if (editsOpeningsOnly(currentUser))
    return tools.filter(({ name }) =>
      ['start', 'structure', 'presentation', 'applications', 'handbook', 'account'].includes(name),
    );
  return tools.filter(({ name }) => {
    const capability = requiredCapabilities.get(name);
    return capability === undefined || userMay(currentUser, capability);
  });
}
