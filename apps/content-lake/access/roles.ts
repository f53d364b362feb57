import { parse } from 'groq-js';
import { z } from 'zod';

const permission = z.enum(['read', 'create', 'update', 'history', 'editHistory', 'manage']);
export type Permission = z.infer<typeof permission>;

const filter = z.string().refine((text) => {
  try {
    return parse(`*[${text}]`) !== undefined;
  } catch {
    return false;
  }
}, 'is not a GROQ filter');

const everything = '_id in path("**")';

/** Schema of a role. Each grant allows its permissions on the documents that match its filter. */
export const roleSchema = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9-]{0,31}$/, 'must be lowercase letters, digits and dashes'),
  title: z.string().min(1),
  description: z.string(),
  // `maxBytes` limits the JSON of documents written under the grant.
  grants: z.array(
    z
      .strictObject({
        filter,
        permissions: z.array(permission),
        maxBytes: z.number().int().positive().optional(),
      })
      .refine(({ filter, permissions }) => filter === everything || !permissions.includes('read'), {
        path: ['filter'],
        error: `must be ${everything} for the permission "read": a role reads all documents or none`,
      }),
  ),
});
export type Role = z.infer<typeof roleSchema>;

export const builtInRoles: Role[] = [
  {
    name: 'administrator',
    title: 'Administrator',
    description: 'Has every permission',
    grants: [
      { filter: everything, permissions: ['read', 'create', 'update', 'history', 'editHistory', 'manage'] },
    ],
  },
  {
    name: 'editor',
    title: 'Editor',
    description: 'Reads and writes all content',
    grants: [{ filter: everything, permissions: ['read', 'create', 'update', 'history'] }],
  },
  {
    name: 'viewer',
    title: 'Viewer',
    description: 'Reads all content and drafts, writes nothing',
    grants: [{ filter: everything, permissions: ['read', 'history'] }],
  },
];

export const describeRole = ({ name, title, description }: Role) => ({ name, title, description });

export const anonymousGrants: Role['grants'] = [{ filter: '_id in path("*")', permissions: ['read'] }];
