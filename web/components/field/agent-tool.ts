/** Forms that a browser's AI agent may fill in. It cannot submit them: that takes a person. */
const tools = {
  enquiry: [
    'prepare_enquiry',
    'Fills in an enquiry to the agency. A person checks it and sends it as a WhatsApp message.',
  ],
  bill: ['prepare_bill_payment', 'Fills in the details of a bill. A person checks them and pays.'],
  deposits: [
    'prepare_tender_deposits',
    'Fills in the facts of a tender. A person then sees its bid security and performance security.',
  ],
  papers: [
    'prepare_tender_documents',
    'Fills in the facts of a tender. A person then sees which documents it needs, and when to start each.',
  ],
  eligibility: [
    'prepare_tender_eligibility',
    'Fills in the facts of a tender and a bidder. A person then sees whether the bidder qualifies.',
  ],
} as const;

/** Returns the WebMCP attributes of a form. Without `toolautosubmit`, the browser waits for a person to submit it. */
export function agentTool(tool: keyof typeof tools) {
  const [toolname, tooldescription] = tools[tool];
  return { toolname, tooldescription };
}
