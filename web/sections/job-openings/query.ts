import { actionFields, richTextFields } from '#web/content/projections.ts';

/** Openings whose last day has passed are left out; `now()` is evaluated when the page is rendered or healed. */
export const jobOpeningsFields = `
  anchor, eyebrow, heading, intro, experienceLabel, closingDateLabel, emptyText, otherHeading, otherText,
  applyAction{${actionFields}},
  otherAction{${actionFields}},
  "openings": *[_type == "jobOpening" && (!defined(validThrough) || validThrough >= string::split(now(), "T")[0])]
    | order(order asc, datePosted desc){
      _id, _type, title, "slug": slug.current, location, jobType, experience, summary,
      description[]{${richTextFields}},
      "plainDescription": pt::text(description),
      skills, datePosted, validThrough, workplaces, remote, experienceMonths
    }
`;
