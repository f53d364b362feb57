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

type Name = keyof typeof applicationLabels;
export type ApplicationLabels = Record<Name, string>;

/** Returns the labels of a section. It may be older than the form, or missing. */
export function readApplicationLabels(section: Partial<Record<Name, string | null>> = {}): ApplicationLabels {
  const read = (name: Name) => section[name] || applicationLabels[name][1];
  return {
    formHeading: read('formHeading'),
    nameLabel: read('nameLabel'),
    phoneLabel: read('phoneLabel'),
    emailLabel: read('emailLabel'),
    messageLabel: read('messageLabel'),
    fileLabel: read('fileLabel'),
    fileHelp: read('fileHelp'),
    submitLabel: read('submitLabel'),
  };
}
