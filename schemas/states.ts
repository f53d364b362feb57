/**
 * The states that group city pages: those of India as the Survey of India spells them, the Gulf countries with their
 * emirates, and two regions across borders that the site has used from the start.
 */
export const knownStates = [
  'Andaman and Nicobar Islands',
  'Andhra Pradesh',
  'Arunachal Pradesh',
  'Assam',
  'Bihar',
  'Chandigarh',
  'Chhattisgarh',
  'Dadra and Nagar Haveli and Daman and Diu',
  'Delhi NCR',
  'Goa',
  'Gujarat',
  'Haryana',
  'Himachal Pradesh',
  'Jammu and Kashmir',
  'Jharkhand',
  'Karnataka',
  'Kerala',
  'Ladakh',
  'Lakshadweep',
  'Madhya Pradesh',
  'Maharashtra',
  'Manipur',
  'Meghalaya',
  'Mizoram',
  'Nagaland',
  'Odisha',
  'Puducherry',
  'Punjab',
  'Punjab/Haryana',
  'Rajasthan',
  'Sikkim',
  'Tamil Nadu',
  'Telangana',
  'Tripura',
  'Uttar Pradesh',
  'Uttarakhand',
  'West Bengal',
  'Abu Dhabi',
  'Ajman',
  'Dubai',
  'Fujairah',
  'Ras Al Khaimah',
  'Sharjah',
  'Umm Al Quwain',
  'Bahrain',
  'Kuwait',
  'Oman',
  'Qatar',
  'Saudi Arabia',
  'United Arab Emirates',
] as const;

type State = (typeof knownStates)[number];

/** Short and former names that people write, in capitals without spaces and dots. */
const otherNames: Record<string, State> = {
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

const comparable = (name: string) => name.toUpperCase().replaceAll(/[^\p{L}\p{N}&]/gu, '');
const byComparable = new Map<string, State>([
  ...Object.entries(otherNames),
  ...knownStates.map((state): [string, State] => [comparable(state), state]),
]);

/** Refuses another spelling of a known state, which would be a second group on the locations page. */
export function checkSpelling(state: string | undefined): true | string {
  if (!state) return true;
  const known = byComparable.get(comparable(state));
  return (
    !known || known === state || `Write "${known}", so that the city stands with the others of that state.`
  );
}

/** Warns about an unknown state: a typo would become a group of its own. */
export function checkIsKnown(state: string | undefined): true | string {
  if (!state || byComparable.has(comparable(state))) return true;
  return `"${state}" is no state of India, emirate or country of the Gulf. If that is meant, write it alike for all of its cities.`;
}
