/** What the dashboard and the alerts ask Prometheus for. */
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

/** The expressions of the rules, of one line or of several. */
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

/** Metrics have a prefix that no function or label has. */
const metric = /\b(?:sightread|temporal|process|nodejs|minio)_[a-z0-9_]+\b/g;

/** The names of all metrics that are asked for; label values and labels stand in braces or brackets. */
export function queriedMetrics(): Set<string> {
  return new Set(
    expressions().flatMap((expression) => [...expression.replace(/\{[^}]*\}/g, '').matchAll(metric)].map(String)),
  );
}
