/**
 * States that group city pages, with the hosts of their tender portals where these are certain. Names follow the Survey
 * of India. Two regions cross state borders.
 */
const inIndia = {
  'Andaman and Nicobar Islands': ['eprocure.andaman.gov.in'],
  'Andhra Pradesh': ['tender.apeprocurement.gov.in'],
  'Arunachal Pradesh': ['arunachaltenders.gov.in'],
  Assam: ['assamtenders.gov.in'],
  Bihar: ['eproc2.bihar.gov.in'],
  Chandigarh: ['etenders.chd.nic.in'],
  Chhattisgarh: ['eproc.cgstate.gov.in'],
  'Dadra and Nagar Haveli and Daman and Diu': [],
  'Delhi NCR': ['govtprocurement.delhi.gov.in'],
  Goa: ['eprocure.goa.gov.in'],
  Gujarat: ['tender.nprocure.com'],
  Haryana: ['etenders.hry.nic.in'],
  'Himachal Pradesh': ['hptenders.gov.in'],
  'Jammu and Kashmir': ['jktenders.gov.in'],
  Jharkhand: ['jharkhandtenders.gov.in'],
  Karnataka: ['kppp.karnataka.gov.in'],
  Kerala: ['etenders.kerala.gov.in'],
  Ladakh: ['tenders.ladakh.gov.in'],
  Lakshadweep: ['tendersutl.gov.in'],
  'Madhya Pradesh': ['mptenders.gov.in'],
  Maharashtra: ['mahatenders.gov.in'],
  Manipur: ['manipurtenders.gov.in'],
  Meghalaya: ['meghalayatenders.gov.in'],
  Mizoram: ['mizoramtenders.gov.in'],
  Nagaland: ['nagalandtenders.gov.in'],
  Odisha: ['tendersodisha.gov.in'],
  Puducherry: ['pudutenders.gov.in'],
  Punjab: ['eproc.punjab.gov.in'],
  'Punjab/Haryana': ['eproc.punjab.gov.in', 'etenders.hry.nic.in', 'etenders.chd.nic.in'],
  Rajasthan: ['eproc.rajasthan.gov.in'],
  Sikkim: ['sikkimtender.gov.in'],
  'Tamil Nadu': ['tntenders.gov.in'],
  Telangana: ['tender.telangana.gov.in'],
  Tripura: ['tripuratenders.gov.in'],
  'Uttar Pradesh': ['etender.up.nic.in'],
  Uttarakhand: ['uktenders.gov.in'],
  'West Bengal': ['wbtenders.gov.in'],
};

const inGulf = {
  'Abu Dhabi': [],
  Ajman: [],
  Dubai: ['esupply.dubai.gov.ae'],
  Fujairah: [],
  'Ras Al Khaimah': [],
  Sharjah: [],
  'Umm Al Quwain': [],
  Bahrain: ['etendering.tenderboard.gov.bh'],
  Kuwait: ['capt.gov.kw'],
  Oman: ['etendering.tenderboard.gov.om'],
  Qatar: ['monaqasat.mof.gov.qa'],
  'Saudi Arabia': ['tenders.etimad.sa'],
  'United Arab Emirates': [],
};

/** Portals for tenders of ministries and public companies in all of India. */
const nationalPortals = ['gem.gov.in', 'eprocure.gov.in'];

const portals = new Map<string, string[]>(Object.entries({ ...inIndia, ...inGulf }));
export const knownStates = [...portals.keys()];

/** Returns the hosts of a state's tender portals, its own portals first. */
export const tenderPortals = (state: string): string[] => [
  ...(portals.get(state) ?? []),
  ...(Object.hasOwn(inIndia, state) ? nationalPortals : []),
];

/** Abbreviations and former names, normalized. */
const aliases: Record<string, keyof typeof inIndia | keyof typeof inGulf> = {
  AP: 'Andhra Pradesh',
  CG: 'Chhattisgarh',
  DELHI: 'Delhi NCR',
  HP: 'Himachal Pradesh',
  HR: 'Haryana',
  'J&K': 'Jammu and Kashmir',
  JK: 'Jammu and Kashmir',
  KSA: 'Saudi Arabia',
  MH: 'Maharashtra',
  MP: 'Madhya Pradesh',
  NCR: 'Delhi NCR',
  NEWDELHI: 'Delhi NCR',
  ORISSA: 'Odisha',
  PONDICHERRY: 'Puducherry',
  RAK: 'Ras Al Khaimah',
  TN: 'Tamil Nadu',
  UAE: 'United Arab Emirates',
  UP: 'Uttar Pradesh',
  UTTARANCHAL: 'Uttarakhand',
  WB: 'West Bengal',
};

const normalized = (name: string) => name.toUpperCase().replaceAll(/[^\p{L}\p{N}&]/gu, '');
const byNormalized = new Map<string, string>([
  ...Object.entries(aliases),
  ...knownStates.map((state): [string, string] => [normalized(state), state]),
]);

/** Returns the canonical name for any spelling of a state, or undefined. */
export const knownState = (name: string) => byNormalized.get(normalized(name));

/** Refuses another spelling of a known state, which would make a second group on the locations page. */
export function checkSpelling(state: string | undefined): true | string {
  if (!state) return true;
  const known = knownState(state);
  return (
    !known ||
    known === state ||
    `Enter "${known}", so that the city is grouped with the others of that state.`
  );
}

/** Warns about an unknown state, because a typo would become a group of its own. */
export function warnIfUnknown(state: string | undefined): true | string {
  if (!state || knownState(state)) return true;
  return `"${state}" is not a state of India, an emirate or a Gulf country. If you mean it, spell it the same way for all its cities.`;
}
