import { actionFields } from '#web/content/projections.ts';

/** E-mail, phone, offices and hours themselves come with the site settings. */
export const contactDetailsFields = `
  anchor, eyebrow, heading, intro,
  emailHeading, emailText, phoneHeading, phoneText, officesHeading, hoursHeading,
  chatAction{${actionFields}}
`;
