import { evaluateSync, parse } from 'groq-js';

/** Matches ids by a pattern of `path()`, such as `drafts.**`. */
function idPattern(pattern: string): RegExp {
  const parts = pattern.split('.').map((part) => {
    if (part === '*') return '[^.]+';
    return part === '**' ? '.*' : part.replace(/\W/g, '\\$&');
  });
  return new RegExp(`^${parts.join('\\.')}$`);
}

const patterns = new Map<string, RegExp>();

// In groq-js, a dot of the pattern matches any character: `drafts-a` would be in `path("drafts.**")`.
const path = Object(evaluateSync(parse('path("*")')).data);
Reflect.set(Object.getPrototypeOf(path), 'matches', function matches(this: { pattern: string }, id: string) {
  const known = patterns.get(this.pattern) ?? idPattern(this.pattern);
  // Clients send their own patterns.
  if (patterns.size < 1000) patterns.set(this.pattern, known);
  return known.test(id);
});
