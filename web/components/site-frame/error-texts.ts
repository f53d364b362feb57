/** Texts of the error page. They stand in the code, since the content may be what failed. */
export const errorTexts = {
  heading: 'Unexpected Application Error!',
  text: 'Something went wrong on our side. Nothing that you did caused it, and trying again often helps.',
  again: 'Try again',
  home: 'Back to the home page',
};
