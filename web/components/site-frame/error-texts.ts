/** These texts are in code, because loading the content may have failed. */
export const errorTexts = {
  heading: 'Unexpected Application Error!',
  text: 'Something went wrong on our side. You did nothing wrong. Please try again.',
  inForm:
    'Something went wrong on our side. Your text is still here. If the form does not respond, please reload this page.',
  again: 'Try again',
  home: 'Back to the home page',
};
