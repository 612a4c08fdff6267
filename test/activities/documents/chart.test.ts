import { expect, it } from 'vitest';
import { chartHtml } from '../../../activities/documents/opc/pptx/chart.ts';
import { parseXml } from '../../../activities/documents/xml.ts';

it('a chart shows dates as dates and shares in percent, not the numbers behind them', () => {
  const values = (format: string, value: number) =>
    `<c:numRef><c:numCache><c:formatCode>${format}</c:formatCode><c:pt idx="0"><c:v>${value}</c:v></c:pt></c:numCache></c:numRef>`;
  const chart = `<c:chart><c:ser><c:cat>${values('yyyy\\-mm\\-dd', 45322)}</c:cat><c:val>${values('0%', 0.25)}</c:val></c:ser><c:ser><c:val>${values('General', 2.5)}</c:val></c:ser></c:chart>`;
  expect(chartHtml(parseXml(chart))).toContain('<tr><td>2024-01-31</td><td>25%</td><td>2.5</td></tr>');
});
