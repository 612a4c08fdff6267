import { execFileSync } from 'node:child_process';
import { createDecoderPool } from '../../activities/icons/decode/pool.ts';
import { createMarks } from '../../activities/icons/marks/marks.ts';
import { parseDomain } from '../../contracts/images/domain.ts';
import { createJudge, groundTruth } from '../activities/icons/support/truth/judge.ts';
import { providePython } from './python.ts';
import { atLeast, figure, type Row } from './row.ts';

const minAgreement = 95;

/** Public lists of the most visited sites, by their name in the package. */
const lists = [
  ['alexa', 'Alexa’s 1,000 most visited sites (2023)'],
  ['moz-top500', 'Moz’s 500 most linked domains (2025)'],
  ['tranco10k', 'Tranco’s 10,000 most used sites (2025)'],
] as const;

const readLists = `
import json, os, sys, pymispwarninglists
folder = os.path.join(os.path.dirname(pymispwarninglists.__file__), 'data', 'misp-warninglists', 'lists')
print(json.dumps({name: json.load(open(os.path.join(folder, name, 'list.json')))['list'] for name in sys.argv[1:]}))
`;

/** Whether icons are those that a person expects, and how many of the most visited sites have a curated mark. */
export async function icons(): Promise<Row[]> {
  return [await agreement(), ...coverage()];
}

async function agreement(): Promise<Row> {
  const decoder = createDecoderPool();
  try {
    await decoder.warm();
    const judge = createJudge(decoder);
    let agreed = 0;
    for (const expectation of groundTruth) {
      const { got, wanted, isAsExpected } = await judge(expectation);
      if (isAsExpected) agreed += 1;
      else console.log(`${expectation.domain} (${expectation.about}): ${got} instead of ${wanted}`);
    }
    const percent = (100 * agreed) / groundTruth.length;
    const what = `icons as a person expects them, of ${groundTruth.length} domains of brands, usual sites and odd ones`;
    return atLeast(what, percent, minAgreement, { digits: 0, unit: ' %' });
  } finally {
    await decoder.close();
  }
}

function coverage(): Row[] {
  const python = providePython('icons', ['pymispwarninglists==1.7.0']);
  const names = lists.map(([name]) => name);
  const read = execFileSync(python, ['-c', readLists, ...names], { maxBuffer: 64 * 1024 * 1024 }).toString();
  const domainsOf: Record<string, readonly string[]> = JSON.parse(read);
  const marks = createMarks();
  return lists.map(([name, title]) => {
    const domains = (domainsOf[name] ?? []).flatMap((each) => parseDomain(each).domain ?? []);
    const marked = domains.filter((domain) => marks.find(domain, 'light') !== undefined).length;
    return figure(
      `${title} with a curated mark`,
      `${((100 * marked) / domains.length).toFixed(1)} % of ${domains.length}`,
    );
  });
}
