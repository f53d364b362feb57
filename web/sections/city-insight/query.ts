/** The city's own text, facts and nearby cities come with the city page. */
export const cityInsightFields = 'heading, factsHeading, nearbyHeading, nearbyLinkText, showMap';
