import { actionFields } from '#web/content/projections.ts';

/** In mode `all` every published city counts; otherwise the chosen ones, each perhaps under another name. */
export const cityLinksFields = `
  anchor, eyebrow, heading, intro, mode, linkText, showMap,
  "cities": select(
    mode == "all" => *[_type == "cityPage" && defined(slug.current)] | order(state asc, name asc)
      {"_key": _id, name, state, "slug": slug.current, location},
    cities[]{
      _key,
      "name": coalesce(name, city->name),
      "state": city->state,
      "slug": city->slug.current,
      "location": city->location
    }
  ),
  actions[]{${actionFields}}
`;
