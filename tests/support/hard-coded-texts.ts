import { bidderTitles, buyerTitles, kindTitles } from '#schemas/tender-choices.ts';

/** Patterns of visible texts that come from code and not from content. */
export const hardCodedTexts: RegExp[] = [
  // Punctuation and numbers between editable texts.
  /^[\p{P}\p{S}\p{N}\s]*$/u,
  // A city's coordinates in degrees.
  /^\d+\.\d\d° [NS], \d+\.\d\d° [EW]$/,
  // Names of social networks: options of the field `platform`.
  /^(Instagram|Facebook|LinkedIn|X|YouTube)$/,
  // Currencies, and the period of a price: options of the field `per`.
  /^(INR|AED)$|^(₹|AED)\s[\d,]+$|^₹[\d,]+$|^(: ₹[\d,]+ )?a (month|project|bid)$/,
  // Opening hours: options of the fields `days`, `opens` and `closes`.
  /^(: )?(,?\s?([A-Z][a-z]{2}(-[A-Z][a-z]{2})?)?(\s?\d+(:\d\d)?\s[AP]M-\d+(:\d\d)?\s[AP]M,?)?)*$/,
  // Initials of a person without a photo.
  /^[A-Z]{1,2}$/,
  // Options of the fields of tender rules.
  new RegExp(`^(${Object.values({ ...kindTitles, ...buyerTitles, ...bidderTitles }).join('|')})$`),
  // The label of the hidden field against spam.
  /^Leave this field empty$/,
  // The chat service in the text of its links.
  /^WhatsApp$/,
  // Types of employment: options of the field `jobType`.
  /^(Full-time|Part-time|Internship|Contract)( ·)?$/,
  // Option values of the enquiry form, from which the chat text is made.
  /^[a-z]+(-[a-z]+)*$/,
  // The message for visitors without JavaScript, which the checkout needs.
  /^<p class="text-error">Paying online needs JavaScript\. .*<\/p>$/,
  // The label of the notification area for screen readers, with its key.
  /^Notifications \(F8\)$/,
  // Marks unconfirmed content, which a public site does not show.
  /^Sample$/,
  // Opening hours of an office: days and times.
  /^[A-Z][a-z]{2}([-,] ?[A-Z][a-z]{2})*$|^\d{1,2}:\d{2}\s[AP]M-\d{1,2}:\d{2}\s[AP]M$/,
  // Dates from date fields.
  /^\d{0,2} ?(January|February|March|April|May|June|July|August|September|October|November|December) \d{4}$/,
];
