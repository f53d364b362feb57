import dns from 'node:dns';

// Preloaded into a process that looks at a site as visitors do: the site's name leads to this machine.
const { lookup } = dns;
dns.lookup = (name, ...rest) => lookup(name === 'www.agency.test' ? 'localhost' : name, ...rest);
