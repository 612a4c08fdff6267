/** Documents of public collections: how much of their text and structure is found, whether any of them crashes, and what they cost. */
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { convertPage } from '../../activities/pages/convert.ts';
import { Failure } from '../../contracts/failures.ts';
import { provideDocuments } from './documents/collection.ts';
import { readByPdfJs } from './documents/pdfJs.ts';
import { type Structure, shareKept, structureKinds } from './documents/structure.ts';
import { median } from './median.ts';
import { overlapOf, textOfMarkdown } from './pages/wordF1.ts';
import { providePython } from './python.ts';
import { against, atLeast, atMost, beside, figure, type Row } from './row.ts';

interface PeerReading {
  file: string;
  reference: string | null;
  structure: Structure | null;
  markdown: string | null;
  ms: number;
}

interface OwnReading {
  markdown: string;
  ms: number;
  /** A refusal says what is wrong with the file; anything else is a crash. */
  end: 'read' | 'refused' | 'crashed';
}

/** Shorter files say little about a reader. */
const minWords = 20;
/** markitdown takes minutes for larger ones. */
const maxPeerBytes = 1_000_000;
/** Running heads and page numbers of a PDF are left out on purpose. */
const minRecall = 0.95;
const minStructureKept = 0.9;
/** What the layout of a page may cost beside finding its text. */
const maxPdfJsRatio = 4;
const maxOutputBytes = 512 * 1024 * 1024;

export async function documents(): Promise<Row[]> {
  const python = providePython('documents', ['markitdown[docx,pptx,xlsx,pdf]==0.1.3', 'pypdfium2==4.30.0']);
  const files = await provideDocuments();
  const theirs = readWithPeers(
    python,
    files.filter((file) => statSync(file).size <= maxPeerBytes),
  );
  const ours = new Map<string, OwnReading>();
  for (const file of files) ours.set(file, await read(file));
  const ends = [...ours.values()].map(({ end }) => end);
  const count = (end: OwnReading['end']) => ends.filter((each) => each === end).length;
  return [
    atMost(`crashes on ${files.length} files`, count('crashed'), 0, { digits: 0 }),
    figure('read, and refused with a reason', `${count('read')}, ${count('refused')}`),
    ...['.pdf', '.docx', '.pptx', '.xlsx', '.odt', '.ods', '.odp'].flatMap((kind) => rowsOf(kind, theirs, ours)),
    ...['.docx', '.odt', '.pptx'].flatMap((kind) => structureRows(kind, theirs, ours)),
    await pdfJsRow(ours),
  ];
}

/** Of the files that both programs have read, and that have text. */
function rowsOf(kind: string, theirs: readonly PeerReading[], ours: ReadonlyMap<string, OwnReading>): Row[] {
  const pairs = theirs.flatMap(({ file, reference, markdown, ms }) => {
    const own = ours.get(file);
    if (extname(file).toLowerCase() !== kind || !reference || own?.end !== 'read') return [];
    if (overlapOf(reference, '').left < minWords) return [];
    return [{ reference, own, peer: markdown === null ? undefined : { markdown, ms } }];
  });
  if (pairs.length === 0) return [];
  const recall = median(pairs.map(({ reference, own }) => recallOf(own.markdown, reference)));
  const what = `${kind.slice(1)}, ${pairs.length} files`;
  const compared = pairs.flatMap(({ reference, own, peer }) => (peer ? [{ reference, own, peer }] : []));
  // It does not read every kind.
  if (compared.length === 0) return [atLeast(`${what}: words found, median`, recall, minRecall, { digits: 3 })];
  const theirRecall = median(compared.map(({ reference, peer }) => recallOf(peer.markdown, reference)));
  return [
    atLeast(`${what}: words found, median (markitdown ${theirRecall.toFixed(3)})`, recall, minRecall, { digits: 3 }),
    beside(
      `${what}: CPU of a file, median`,
      'ms',
      [
        { name: 'sightread', samples: [median(compared.map(({ own }) => own.ms))] },
        { name: 'markitdown', samples: [median(compared.map(({ peer }) => peer.ms))] },
      ],
      'least',
    ),
  ];
}

/** Headings, tables and items of lists that the files have, and that are still such in the markdown. */
function structureRows(kind: string, theirs: readonly PeerReading[], ours: ReadonlyMap<string, OwnReading>): Row[] {
  const read = theirs.flatMap(({ file, structure, markdown }) => {
    const own = ours.get(file);
    if (extname(file).toLowerCase() !== kind || !structure || own?.end !== 'read') return [];
    return [{ structure, own: own.markdown, peer: markdown }];
  });
  return structureKinds.flatMap((name) => {
    const { share, count } = shareKept(
      name,
      read.map(({ structure, own }) => ({ structure, markdown: own })),
    );
    if (count === 0) return [];
    const peers = read.flatMap(({ structure, peer }) => (peer === null ? [] : [{ structure, markdown: peer }]));
    const beside = peers.length > 0 ? ` (markitdown ${shareKept(name, peers).share.toFixed(3)})` : '';
    return [atLeast(`${kind.slice(1)}: ${count} ${name}, kept${beside}`, share, minStructureKept, { digits: 3 })];
  });
}

/** CPU of a page, beside pdf.js alone, which finds the text and nothing else. */
async function pdfJsRow(ours: ReadonlyMap<string, OwnReading>): Promise<Row> {
  const own: number[] = [];
  const alone: number[] = [];
  for (const [file, { ms, end }] of ours) {
    if (extname(file).toLowerCase() !== '.pdf' || end !== 'read') continue;
    const spent = cpuTimer();
    const pages = await readByPdfJs(readFileSync(file));
    alone.push(spent() / pages);
    own.push(ms / pages);
  }
  const programs = [
    { name: 'sightread', samples: [median(own)] },
    { name: 'pdf.js', samples: [median(alone)] },
  ] as const;
  return against(`pdf, ${own.length} files: CPU of a page, median`, 'ms', programs, { max: maxPdfJsRatio });
}

/** The CPU time of this process from now on, in milliseconds. */
function cpuTimer(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
}

/** The share of the reference's words that are in the markdown. What a reader leaves out on purpose counts as missed. */
function recallOf(markdown: string, reference: string): number {
  const { common, right } = overlapOf(textOfMarkdown(markdown), reference);
  return right === 0 ? 1 : common / right;
}

function readWithPeers(python: string, files: readonly string[]): PeerReading[] {
  const script = fileURLToPath(new URL('./documents/readings.py', import.meta.url));
  const output = execFileSync(python, [script], {
    input: `${files.join('\n')}\n`,
    maxBuffer: maxOutputBytes,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  return output
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line): PeerReading => JSON.parse(line));
}

async function read(file: string): Promise<OwnReading> {
  const body = readFileSync(file);
  const options = {
    formats: ['markdown' as const],
    onlyMainContent: true,
    // What scanned pages say is not in the reference.
    parsers: [{ type: 'pdf' as const, mode: 'fast' as const }],
  };
  const spent = cpuTimer();
  try {
    const { markdown = '' } = await convertPage({ body, url: 'https://example.com/document', options });
    return { markdown, ms: spent(), end: 'read' };
  } catch (error) {
    if (!(error instanceof Failure)) console.error(file, error);
    return { markdown: '', ms: spent(), end: error instanceof Failure ? 'refused' : 'crashed' };
  }
}
