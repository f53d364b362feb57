/** A phone's browser. Headless browsers count as bots, whose visits are not counted. */
export const phoneAgent =
  'Mozilla/5.0 (Linux; Android 13; SM-A145F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
