/** Reads the alert rules and the Grafana dashboard, and the metrics that they query. */
import { readFileSync } from 'node:fs';

function read(path: string) {
  return readFileSync(new URL(`../../deploy/${path}`, import.meta.url), 'utf8');
}

export interface Panel {
  id: number;
  type: string;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  datasource?: { uid: string };
  targets?: { expr: string }[];
}

export function dashboard(): { uid: string; panels: Panel[] } {
  return JSON.parse(read('grafana/dashboards/sightread.json'));
}

export function alertRules() {
  return read('prometheus/alerts.yml');
}

export function alertTests() {
  return read('prometheus/alerts.test.yml');
}

export function alertNames(): string[] {
  return [...alertRules().matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
}

/** The expression of each rule, on one line or several. */
function alertExpressions(): string[] {
  return alertRules()
    .split(/- alert: /)
    .slice(1)
    .map((rule) => /expr: (?:\|\n)?([\s\S]*?)\n {8}(?:for|labels):/.exec(rule)?.[1] ?? '');
}

export function expressions(): string[] {
  return [
    ...alertExpressions(),
    ...dashboard().panels.flatMap(({ targets }) => (targets ?? []).map(({ expr }) => expr)),
  ];
}

/** A metric's prefix tells it apart from functions and labels. */
const metric = /\b(?:sightread|temporal|process|nodejs|minio)_[a-z0-9_]+\b/g;

/** The names of all metrics in the queries, without the label matchers in braces. */
export function queriedMetrics(): Set<string> {
  return new Set(
    expressions().flatMap((expression) => [...expression.replace(/\{[^}]*\}/g, '').matchAll(metric)].map(String)),
  );
}
