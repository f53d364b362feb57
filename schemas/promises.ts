import { placeholderPattern } from './placeholders.ts';

const number = String.raw`(?:\d[\d,.]*|a|an|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|few)`;
const unit = `(?:minutes?|hours?|days?|nights?|weeks?|months?|years?)`;
const countedNoun = `(?:clients?|customers?|companies|firms|brands|projects|tenders|bids|campaigns|cities|people|specialists|experts|reviews|enquiries|leads|words|searches)`;
const agency = String.raw`(?:agency|firm|company|consultan\w+|services?|team|prices?|rates?|results?|choice|marketers?|partner)`;
const superlative = `(?:best|leading|largest|biggest|fastest|quickest|cheapest|lowest|finest|most trusted)`;

const matchAny = (...patterns: string[]) => new RegExp(patterns.join('|'), 'iu');

/** Wordings that promise something in any sentence. */
const alwaysPromise = matchAny(
  String.raw`(?<!\b(?:nearly|almost|not) )\balways\b|\b(?:never|unlimited|24/7|instant\w*|immediately|lifetime|without (?:fail|risk)|risk-free|money back|around the clock|round the clock|at any time)\b`,
  String.raw`(?<!\b(?:bank|performance|security|cannot|not|never|no) )\bguarante\w+`,
  String.raw`\bfree of charge\b|\bat no cost\b|\bfree\b(?! (?:dates?|places?|results?|to|from|hand|time)\b)`,
  String.raw`\b(?:within|in|in under|after)\s+${number}(?:(?: to |-)${number})?\s+(?:working |business )?${unit}\b(?!’s)`,
  String.raw`\bwithin (?:the|a few|some) ?(?:working |business |same |next )?${unit}\b|\bwithin ${unit}\b`,
  String.raw`\b\d+[- ](?:minute|hour|day|week)\b|\b\d+ ?(?:(?:to|-|–) ?\d+ )?(?:working |business )?${unit}\b|\bsame[- ]day\b`,
  String.raw`\p{Nd} ?(?:%|×)|\p{Nd}[MKk]?\+|\bper ?cent\b`,
  String.raw`(?:₹|\b(?:Rs\.?|INR|AED|USD)) ?\p{Nd}`,
  String.raw`\b\d[\d,.]* ${countedNoun}\b`,
  String.raw`\b(?:number one|no\. ?1)\b|#1\b|\b(?:the|India’s|our) only\b|\bonly ${agency}\b`,
  String.raw`\bfirst (?:${agency}|page|place)\b|\branks? (?:you )?first\b`,
  String.raw`\b(?:${superlative}|top) (?:[\w’-]+ ){0,2}${agency}\b`,
);

/** Matches a sentence about the agency. */
const speaksForAgency = /\b(?:we|our|ours|with us|you (?:only )?(?:get|pay|have))\b|\{agency\}/i;
/** Wordings that are a promise only in a sentence about the agency. Elsewhere they describe the world. */
const promiseFromAgency = matchAny(
  String.raw`(?<!\b(?:not|if) )\bonly\b|\b(?:the|are|is) ${superlative}\b|\bthe first (?:in|to)\b`,
  String.raw`(?<!^)\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|fifty|hundreds?|thousands?|dozens?)\b`,
  String.raw`\b(?:daily|hourly|every (?:hour|day|morning|week))\b`,
);

/**
 * Returns the sentences of a text that promise something and have no evidence. Ignores placeholders of business
 * figures, and the `wordings` from the settings, whose evidence is elsewhere. Understands English and figures in any
 * script. Does not understand irony or negation ("we never guarantee"), and misses promises without a number, a time or
 * a listed word ("no lock-in", "every page").
 */
export function promiseSentences(text: string, wordings: readonly string[] = []): string[] {
  return text
    .split(/(?<=[.?!])\s+(?=\p{Lu}|\p{Lo}|[“"{])|\n+/u)
    .filter((sentence) => {
      const unproven = wordings
        .filter(Boolean)
        .reduce((rest, wording) => rest.replaceAll(wording.toLowerCase(), '…'), sentence.toLowerCase())
        .replaceAll(placeholderPattern, '…');
      if (sentence.endsWith('?')) return false;
      return (
        alwaysPromise.test(unproven) || (speaksForAgency.test(sentence) && promiseFromAgency.test(unproven))
      );
    })
    .map((sentence) => sentence.trim());
}
