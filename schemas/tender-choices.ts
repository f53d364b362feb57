/** Options of the tender rules and tools, as visitors and editors read them. */
export const kindTitles = {
  goods: 'Goods',
  works: 'Works',
  services: 'Services',
  consultancy: 'Consultancy',
} as const;

export const buyerTitles = {
  central: 'A central ministry or department',
  gem: 'A buyer on GeM',
  psu: 'A central public sector company',
  state: 'A state or municipal body',
  railways: 'The railways, on IREPS',
  gulf: 'A body in a Gulf country',
} as const;

export const bidderTitles = {
  mse: 'A micro or small enterprise with Udyam that makes or provides it itself',
  trader: 'A trader or reseller, with or without Udyam',
  startup: 'A startup recognised by DPIIT',
  other: 'Neither of these',
} as const;

export const toolTitles = {
  deposits: 'How much to deposit',
  papers: 'Which documents, by which day',
  eligibility: 'Whether you can bid',
} as const;
