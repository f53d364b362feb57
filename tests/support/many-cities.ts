import data from '#studio/cities/places.json' with { type: 'json' };

const words =
  'market trades lanes river station mill exporters dealers clinics tailors growers brokers season monsoon festival wholesale factory bridge temple harbour highway college hospital weavers potters jewellers bakers printers builders farmers buyers drivers nurses students families visitors pumps tiles yarn spices rice tea cotton leather brass glass marble timber salt sugar cement steel paint soap paper toys'.split(
    ' ',
  );

/** Returns a different text for each number. */
export function textOf(number: number): string {
  let state = number + 1;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return words[(state >>> 8) % words.length];
  };
  return Array.from({ length: 120 }, next).join(' ');
}

const facts = 'Main trades: Stone and cloth | Searches in: Hindi, English';
const titles = ['City', 'State', 'Address', 'Text', 'Facts', 'Latitude', 'Longitude'];

/** Returns cities with a unique name in the list and no page on the site. */
function unusedCities(taken: string[]) {
  const names = Object.values(data.places).flatMap((cities) => Object.keys(cities));
  return names.filter(
    (name) => !name.includes('|') && !taken.includes(name) && names.indexOf(name) === names.lastIndexOf(name),
  );
}

type Faulty = [cells: string[], reason: RegExp];

const good = (City: string) => [City, '', '', textOf(City.length * 997), facts, '', ''];
const faulty: Faulty[] = [
  [['Farpur', '', '', 'Text', facts, '25', '75'], /^Fill in “State”/],
  [['Etah', 'Utter Pradesh', '', 'Text', facts, '27.5', '78.6'], /“?"?Utter Pradesh"? is not a state/],
  [good('Aurangabad'), /in Bihar and in Maharashtra. Enter the state/],
  [['Nashik', '', 'taken', 'Text', facts, '', ''], /Another page has the address/],
  [['Nanded', '', 'Nan Ded', 'Text', facts, '', ''], /^Address: Use lowercase letters/],
  [['※', 'Rajasthan', '', 'Text', facts, '24.1', '74.9'], /^Fill in “Address”/],
  [['Latur', '', '', '', facts, '', ''], /^Fill in “Text”/],
  [['Jalna', '', '', 'For { years }.', facts, '', ''], /curly braces/],
  [['Akola', '', '', 'Text', '', '', ''], /^Fill in “Facts”/],
  [['Sangli', '', '', 'Text', 'Main trades', '', ''], /^Fill in “Facts”/],
  [['Satara', '', '', 'Text', Array(7).fill('A: b').join('|'), '', ''], /^Facts: .*6/],
  [['London', 'Delhi NCR', '', 'Text', facts, '51.5', '-0.1'], /outside India/],
];
const double: Faulty = [good('Tezpur'), /Row 2 is the same city/];

/**
 * Makes a CSV file of cities, with semicolons and Windows line ends like some spreadsheets. Faulty rows are spread over it.
 * One of them needs a page at `/seo-services-taken`.
 */
export function manyCities(count: number, taken: string[]) {
  const refused = new Map<number, RegExp>();
  const wrong = [...faulty, double];
  const names = ['Tezpur', ...unusedCities([...taken, 'Tezpur', ...faulty.map(([[name = '']]) => name)])];
  const every = Math.floor(count / wrong.length);
  const rows = Array.from({ length: count }, (_, index) => {
    const [cells, reason] = index % every === every - 1 ? (wrong.shift() ?? []) : [];
    if (cells && reason) {
      refused.set(index + 2, reason);
      return cells;
    }
    const name = names.shift();
    return name
      ? [name, '', '', textOf(index), facts, '', '']
      : [
          `Newtown ${index}`,
          'MP',
          '',
          textOf(index),
          facts,
          String(10 + (index % 20)),
          `${72 + Math.floor(index / 20)},5`,
        ];
  });
  const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  const csv = [titles, ...rows].map((cells) => cells.map(quote).join(';')).join('\r\n');
  return { csv: `\ufeff${csv}\r\n`, refused, good: count - refused.size };
}
