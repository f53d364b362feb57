import type { Capability } from '#roles';
import { editsOpeningsOnly, seesPaymentsOnly, type User, userMay } from './roles.ts';

const requiredCapabilities = new Map<string, Capability>([
  ['payments', 'handlePayments'],
  ['enquiries', 'answerEnquiries'],
  ['visits', 'seeVisits'],
  ['personal-data', 'handlePersonalData'],
  ['launch', 'editContent'],
  ['vision', 'managePeople'],
]);

/** The tools by what people do with them. */
const toolGroups = [
  { title: 'Website', names: ['start', 'structure', 'presentation', 'pictures'] },
  { title: 'People', names: ['enquiries', 'visits'] },
  { title: 'Money', names: ['payments'] },
  { title: 'Help', names: ['handbook'] },
];

/** Returns the tools in groups. The last group, More, has those that are rarely used. Leaves out empty groups. */
export function groupTools<Tool extends { name: string }>(tools: Tool[]): { title: string; tools: Tool[] }[] {
  const daily = toolGroups.flatMap(({ names }) => names);
  const groups = toolGroups.map(({ title, names }) => ({
    title,
    tools: tools.filter(({ name }) => names.includes(name)),
  }));
  const more = { title: 'More', tools: tools.filter(({ name }) => !daily.includes(name)) };
  return [...groups, more].filter((group) => group.tools.length > 0);
}

/** Returns the tools that a user's role gives access to. */
export function toolsFor<Tool extends { name: string }>(
  tools: Tool[],
  { currentUser }: { currentUser: User },
): Tool[] {
  if (seesPaymentsOnly(currentUser))
    return tools.filter(({ name }) => ['payments', 'handbook', 'account'].includes(name));
  if (editsOpeningsOnly(currentUser))
    return tools.filter(({ name }) =>
      ['start', 'structure', 'presentation', 'handbook', 'account'].includes(name),
    );
  return tools.filter(({ name }) => {
    const capability = requiredCapabilities.get(name);
    return capability === undefined || userMay(currentUser, capability);
  });
}
