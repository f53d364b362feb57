import { comparedCity, similarityOfPairs } from '../support/city-similarity.ts';
import { fetchPage } from '../support/html.ts';
import { cities } from '../support/routes.ts';
import { startStack } from '../support/stack.ts';
import type { BenchRow } from './run.ts';

const percent = (share: number) => `${Math.round(share * 100)} %`;

/** Measures how similar all pairs of the seed's city pages are. Search engines drop near duplicates. */
export default async function likeness(): Promise<BenchRow[]> {
  const stack = await startStack({ parts: ['lake', 'site'] });
  try {
    const pages = await Promise.all(
      cities.map(async (city) => comparedCity(await fetchPage(stack.siteUrl, city.path), city)),
    );
    const pairs = similarityOfPairs(pages);
    const median = (key: 'sentences' | 'words') =>
      pairs.map((pair) => pair[key]).sort((a, b) => a - b)[Math.floor(pairs.length / 2)] ?? 0;
    const row = (what: string, { sentences, words }: Record<'sentences' | 'words', number>): BenchRow => ({
      what,
      measured: `${percent(sentences)} of sentences, ${percent(words)} of runs of five words`,
      reference: 'at most 45 % of sentences',
    });
    for (const pair of pairs)
      console.log(row(pair.pair, pair).what, percent(pair.sentences), percent(pair.words));
    const most = {
      sentences: Math.max(...pairs.map((p) => p.sentences)),
      words: Math.max(...pairs.map((p) => p.words)),
    };
    return [
      row(`the most alike of ${pairs.length} pairs`, most),
      row('the median', { sentences: median('sentences'), words: median('words') }),
    ];
  } finally {
    await stack.stop();
  }
}
