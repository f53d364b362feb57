export const enquiryFormFields = `
  anchor, eyebrow, heading, intro,
  nameLabel, namePlaceholder, emailLabel, emailPlaceholder, phoneLabel, phonePlaceholder,
  companyLabel, companyPlaceholder, messageLabel, messagePlaceholder, serviceLabel, optionalLabel,
  services[]{_key, label, value},
  submitLabel, note, signOff
`;
