export const figuresFields = 'anchor, eyebrow, heading, intro, figures';
