/** Each label of the application form, with its title in the Studio and the text that is used while it is empty. */
export const applicationLabels = {
  formHeading: ['Heading', 'Apply here'],
  nameLabel: ['Name', 'Name'],
  phoneLabel: ['Mobile', 'Mobile'],
  emailLabel: ['E-mail', 'Email'],
  messageLabel: ['Message', 'A few words about you (optional)'],
  fileLabel: ['CV', 'Your CV'],
  fileHelp: ['Hint under the CV', 'PDF or Word (DOCX), at most 5 MB'],
  submitLabel: ['Button', 'Send application'],
} satisfies Record<string, [title: string, text: string]>;

/** The labels of a section, which may be older than the form, or missing. */
export type ApplicationLabels = { [Name in keyof typeof applicationLabels]?: string | null } | undefined;

export const applicationLabel = (labels: ApplicationLabels, name: keyof typeof applicationLabels) =>
  labels?.[name] || applicationLabels[name][1];
