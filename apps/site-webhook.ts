/**
 * The webhook that tells the site what was published, as the embedded lake sends it and as it is to be entered for
 * hosted Sanity. The lake has no check boxes, so that its filter names drafts and versions too.
 */
export const siteWebhook = {
  id: 'site',
  filter: `!(_id in path("drafts.**")) && !(_id in path("versions.**")) && !(_id in path("_.**"))
    && !(string::startsWith(_type, "sanity.")) && !(string::startsWith(_type, "system."))`,
  projection: '{_id, _type, "operation": delta::operation()}',
} as const;
