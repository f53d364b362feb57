export const testimonialsFields = `
  anchor, eyebrow, heading, intro,
  testimonials[]{_key, "testimonial": @->{_id, _type, quote, person, role}}
`;
