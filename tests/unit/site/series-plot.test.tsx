import { parse } from 'node-html-parser';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SeriesPlot } from '#web/components/drawings/series-plot.tsx';

test.each([[[1200, 900, 2400, 3150]], [[0, 5]], [[7]]])(
  'the line of %j is as high at each step as its value',
  (values) => {
    const points = values.map((value, index) => ({ _key: `${index}`, step: `Month ${index}`, value }));
    const series = { title: 'Visits', unit: 'a month', source: 'Made up for this test', points };
    const plot = parse(renderToStaticMarkup(<SeriesPlot series={series} />));
    const line = plot.querySelector('path:not([class])')?.getAttribute('d') ?? '';
    const heights = [...line.matchAll(/ ([\d.]+)/g)].map(([, y]) => 100 - Number(y));
    const scale = Math.max(...heights) / Math.max(...values);
    expect(heights).toHaveLength(values.length);
    for (const [index, value] of values.entries()) expect(heights[index]).toBeCloseTo(value * scale, 1);
    expect(plot.querySelectorAll('dd').map(({ text }) => Number(text.replaceAll(',', '')))).toEqual(values);
    expect(plot.querySelector('figcaption')?.text).toBe('Visits (a month)');
  },
);
