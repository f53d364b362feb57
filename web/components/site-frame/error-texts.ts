/** In code, since the content may be what failed. */
export const errorTexts = {
  heading: 'Unexpected Application Error!',
  text: 'Something went wrong on our side. Nothing that you did caused it, and trying again often helps.',
  inForm:
    'Something went wrong on our side. What you have typed is still here. If you cannot go on, please load this page again.',
  again: 'Try again',
  home: 'Back to the home page',
};
