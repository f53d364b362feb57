import { evaluateSync, parse } from 'groq-js';

/** Matches ids by a pattern of `path()`, such as `drafts.**`. */
function idPattern(pattern: string): RegExp {
  const parts = pattern.split('.').map((part) => {
    if (part === '*') return '[^.]+';
    return part === '**' ? '.*' : part.replace(/\W/g, '\\$&');
  });
  return new RegExp(`^${parts.join('\\.')}$`);
}

// In groq-js, a dot of the pattern matches any character: `drafts-a` would be in `path("drafts.**")`.
const path = Object(evaluateSync(parse('path("*")')).data);
Reflect.set(Object.getPrototypeOf(path), 'matches', function matches(this: { pattern: string }, id: string) {
  return idPattern(this.pattern).test(id);
});
