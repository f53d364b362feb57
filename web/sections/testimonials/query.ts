export const testimonialsFields = `
  anchor, eyebrow, heading, intro,
  testimonials[]{_key, "dependsOn": _ref, "testimonial": @->{_id, _type, quote, person, role}}
`;
