/**
 * States that group city pages, with their tender portals where known for certain: India's as the Survey of India
 * spells them, and two regions across borders.
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

/** Tenders of ministries and public companies in all of India: the marketplace and the central portal. */
const nationalPortals = ['gem.gov.in', 'eprocure.gov.in'];

const portals = new Map<string, string[]>(Object.entries({ ...inIndia, ...inGulf }));
export const knownStates = [...portals.keys()];

/** Hosts of a state's tender portals, its own first. */
export const tenderPortals = (state: string): string[] => [
  ...(portals.get(state) ?? []),
  ...(Object.hasOwn(inIndia, state) ? nationalPortals : []),
];

/** Abbreviations and former names, in the form of `comparable`. */
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

/** The canonical name for any spelling of a state; undefined if unknown. */
export const knownState = (name: string) => byNormalized.get(normalized(name));

/** Refuses a variant spelling, which would be a second group on the locations page. */
export function checkSpelling(state: string | undefined): true | string {
  if (!state) return true;
  const known = knownState(state);
  return (
    !known || known === state || `Write "${known}", so that the city stands with the others of that state.`
  );
}

/** Warns about an unknown state: a typo would become a group of its own. */
export function warnIfUnknown(state: string | undefined): true | string {
  if (!state || knownState(state)) return true;
  return `"${state}" is no state of India, emirate or country of the Gulf. If that is meant, write it alike for all of its cities.`;
}
