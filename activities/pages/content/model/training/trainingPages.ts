import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parseUrl } from '../../../../../contracts/parseUrl.ts';
import { decodeBody } from '../../../charset.ts';
import { readDocument } from '../../../document.ts';
import { readJsonLd } from '../../../jsonLd.ts';
import { readMetadata } from '../../../metadata.ts';
import { fillShell } from '../../shell.ts';
import { stripUnreadable } from '../../strip.ts';
import { type PageBlocks, readBlocks } from '../blocks.ts';
import type { PageFacts } from '../pageFacts.ts';
import type { PageKind } from '../pageKinds.ts';

export interface TrainingPage {
  key: string;
  kind: PageKind;
  /** Pages of one site are in one fold, so that no model is tried on a site that it has learned from. */
  fold: number;
  url: string;
}

interface ManifestEntry {
  url: string;
  type: PageKind;
}

export const folds = 5;

function foldOf(url: string): number {
  const site = parseUrl(url)?.hostname.split('.').slice(-2).join('.') ?? url;
  let hash = 7;
  for (const letter of site) hash = (hash * 31 + letter.charCodeAt(0)) | 0;
  return Math.abs(hash) % folds;
}

export function listPages(folder: string): TrainingPage[] {
  const manifest: Record<string, ManifestEntry> = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  return Object.entries(manifest).map(([key, { url, type: kind }]) => ({ key, kind, url, fold: foldOf(url || key) }));
}

/** Further articles, in a folder with `ground-truth.json` and `html/`: they teach what kind of page an article is. */
export function listArticles(folder: string): TrainingPage[] {
  const truth: Record<string, { url: string }> = JSON.parse(readFileSync(join(folder, 'ground-truth.json'), 'utf8'));
  return Object.entries(truth).map(([key, { url }]) => ({ key, kind: 'article', url, fold: foldOf(url) }));
}

export function truthOf(folder: string, { key }: TrainingPage): string {
  return gunzipSync(readFileSync(join(folder, 'truth', `${key}.txt.gz`))).toString();
}

/** A page as `convertHtml` shows it to the classifier. */
export function loadPage(folder: string, { key, url }: TrainingPage): { page: PageBlocks; facts: PageFacts } {
  const body = gunzipSync(readFileSync(join(folder, 'html', `${key}.html.gz`)));
  const document = readDocument(decodeBody(body, 'text/html').text, url);
  const jsonLd = readJsonLd(document);
  const { ogType, title, description } = readMetadata(document, jsonLd);
  fillShell(document);
  stripUnreadable(document.body, 'lenient');
  return { page: readBlocks(document.body), facts: { url, jsonLd, ogType, title, description } };
}
