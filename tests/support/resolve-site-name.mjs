import dns from 'node:dns';

// Preloaded into a process: resolves the site's test domain to this machine.
const { lookup } = dns;
dns.lookup = (name, ...rest) => lookup(name === 'www.agency.test' ? 'localhost' : name, ...rest);
