import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { openCache } from '../../../deploy/local/provision/cache.ts';

/** Packages whose sources have documents among their tests. */
const packages = [
  'csvkit==2.2.0',
  'docutils==0.23',
  'excelrd==3.0.0',
  'jupytext==1.19.6',
  'nbconvert==7.17.2',
  'nbformat==5.11.1',
  'ocrmypdf==17.13.0',
  'odfpy==1.4.1',
  'oletools==0.60.2',
  'pdf2docx==0.5.13',
  'pdfminer==20191125',
  'pdftotext==4.0.0',
  'pikepdf==10.17.0',
  'py3o.template==0.10.0',
  'pyexcel-ods==0.6.0',
  'pyexcel-xlsx==0.6.1',
  'pypdf==7.0.1',
  'python-calamine==0.9.0',
  'python-docx==1.2.0',
  'python-pptx==1.0.2',
  'tablib==3.10.0',
  'talon==1.4.4',
  'xlsx2csv==0.8.6',
  'xlwings==0.37.8',
];

const kinds = new Set(
  '.pdf .docx .docm .pptx .pptm .xlsx .xlsm .odt .ods .odp .rtf .epub .eml .ipynb .csv .tsv .tif .tiff'.split(' '),
);

/** The documents in the sources of public packages, which are downloaded on first use. */
export async function provideDocuments(): Promise<string[]> {
  const folder = join(openCache(process.env).folder, 'bench-documents');
  for (const name of packages) await provide(folder, name);
  return packages
    .flatMap((name) => filesIn(join(folder, name)))
    .filter((file) => kinds.has(extname(file).toLowerCase()))
    .sort();
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file));
}

/** A package that cannot be had, or no longer in this version, is left out: the number of files says so. */
async function provide(folder: string, name: string): Promise<void> {
  const target = join(folder, name);
  const isDone = join(target, '.done');
  if (existsSync(isDone)) return;
  mkdirSync(target, { recursive: true });
  try {
    const { file, bytes } = await download(name);
    const archive = join(target, file);
    writeFileSync(archive, bytes);
    // Most are tar archives, some ZIP archives.
    execFileSync('python3', ['-c', 'import shutil, sys; shutil.unpack_archive(*sys.argv[1:])', archive, target]);
    rmSync(archive);
    writeFileSync(isDone, '');
  } catch (error) {
    console.error(`${name} could not be downloaded`, error);
  }
}

interface Project {
  releases: Readonly<Record<string, readonly { packagetype: string; url: string }[]>>;
}

/** From PyPI itself: pip would also build what it downloads. */
async function download(name: string): Promise<{ file: string; bytes: Buffer }> {
  const [project = '', version = ''] = name.split('==');
  const address = new URL(`https://pypi.org/pypi/${project}/json`);
  const { releases } = (await (await fetch(address)).json()) as Project;
  const source = releases[version]?.find(({ packagetype }) => packagetype === 'sdist');
  if (!source) throw new Error('there are no sources');
  const answer = await fetch(new URL(source.url, address));
  if (!answer.ok) throw new Error(`the answer is ${answer.status}`);
  return { file: basename(source.url), bytes: Buffer.from(await answer.arrayBuffer()) };
}
