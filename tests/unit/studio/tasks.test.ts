import { expect, test } from 'vitest';
import { tasksOf } from '#studio/tools/dashboard/tasks.ts';

const tasksFor = (name: string) => {
  const role = { name, title: name };
  const user = { id: name, name, email: '', role: name, roles: [role] };
  return tasksOf(user, null).map(({ path }) => path);
};

test.each([
  ['viewer', ['/presentation?preview=/'], 'intent/'],
  ['hr', ['/structure/jobOpening', '/presentation?preview=/careers'], 'type=siteSettings'],
  ['editor', ['/structure/cityPages', '/structure/jobOpening'], 'payments/'],
  ['administrator', ['/structure/cityPages', '/payments/today'], 'nothing else'],
])('the start page leads a %s to what they may do', (role, shown, hidden) => {
  const paths = tasksFor(role);
  for (const path of shown) expect(paths).toContain(path);
  expect(paths.join(' ')).not.toContain(hidden);
});
