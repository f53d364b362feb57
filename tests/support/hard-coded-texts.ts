import { bidderTitles, buyerTitles, kindTitles } from '#schemas/tender-choices.ts';

/** Texts of pages that belong to code: what they are made from, and where. */
export const hardCodedTexts: RegExp[] = [
  // Punctuation and numbers that join texts of the Studio.
  /^[\p{P}\p{S}\p{N}\s]*$/u,
  // Where a city lies: its coordinates, in degrees.
  /^\d+\.\d\d° [NS], \d+\.\d\d° [EW]$/,
  // Names of networks: choices of the field `platform`.
  /^(Instagram|Facebook|LinkedIn|X|YouTube)$/,
  // Currencies and what a price is for: choices of the field `per`.
  /^(₹|AED)\s[\d,]+$|^₹[\d,]+$|^a (month|project|bid)$/,
  // Initials of a person without a picture.
  /^[A-Z]{1,2}$/,
  // What rules of tenders distinguish: choices of their fields.
  new RegExp(`^(${Object.values({ ...kindTitles, ...buyerTitles, ...bidderTitles }).join('|')})$`),
  // Of the field that people do not see.
  /^Leave this field empty$/,
  // The chat service, named where a link opens it.
  /^WhatsApp$/,
  // Kinds of employment: choices of the field `jobType`.
  /^(Full-time|Part-time|Internship|Contract)( ·)?$/,
  // Values of the choices of the enquiry form, which its chat text is made from.
  /^[a-z]+(-[a-z]+)*$/,
  // For visitors whose browser runs no scripts, without which there is no checkout.
  /^<p class="text-error">Paying online needs JavaScript, .*<\/p>$/,
  // Read aloud before notices, with the key that leads to them.
  /^Notifications \(F8\)$/,
  // Marks what nobody has confirmed, which no public address shows.
  /^Sample$/,
  // Dates in words, made from date fields.
  /^\d{0,2} ?(January|February|March|April|May|June|July|August|September|October|November|December) \d{4}$/,
];
