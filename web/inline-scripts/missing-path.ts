/** Tells developers on the page for missing paths which path it was. */
console.error('404: no page at', location.pathname);
