import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { alertNames, alertTests, dashboard, expressions, queriedMetrics } from './monitoring.ts';

const promtool = spawnSync('promtool', ['--version']).status === 0;
if (!promtool)
  console.warn('promtool is not on the PATH, so the alert rules are not tested: `apt-get install prometheus` has it.');
function run(...args: string[]) {
  return execFileSync('promtool', args, { encoding: 'utf8', stdio: 'pipe' });
}
const folder = 'deploy/prometheus';

describe.runIf(promtool)('promtool', () => {
  it.each(['prometheus.yml', 'local.yml'])('accepts %s and its rules', (name) => {
    expect(run('check', 'config', `${folder}/${name}`)).toContain('SUCCESS');
  });

  it('confirms that every alert fires when it should, and only then', () => {
    expect(run('test', 'rules', `${folder}/alerts.test.yml`)).toContain('SUCCESS');
  });

  it('accepts every query of the dashboard and the alerts', () => {
    // promtool checks rules, not single queries, so each query becomes a rule. Grafana fills in $__rate_interval.
    const rules = expressions().map((expr, at) => ({
      record: `query_${at}`,
      expr: expr.replaceAll('$__rate_interval', '1m'),
    }));
    const file = join(mkdtempSync(join(tmpdir(), 'sightread-rules-')), 'rules.yml');
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'queries', rules }] }));
    expect(run('check', 'rules', file)).toContain(`${rules.length} rules found`);
    rmSync(dirname(file), { recursive: true });
  });
});

describe('the alert rules', () => {
  it('each have a test that they fire and a test that they stay quiet', () => {
    expect(alertNames().length).toBeGreaterThan(10);
    for (const name of alertNames()) {
      expect(alertTests(), name).toMatch(new RegExp(`name: .${name} fires`));
      expect(alertTests(), name).toMatch(new RegExp(`name: .${name} is quiet: `));
    }
  });
});

describe('the dashboard', () => {
  const { panels } = dashboard();

  it('has panels with titles and unique ids that do not overlap', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const {
      title,
      gridPos: { x, w },
    } of panels) {
      expect(title).not.toBe('');
      expect(x + w).toBeLessThanOrEqual(24);
    }
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
  });

  it('queries the provisioned data source', () => {
    const provisioned = readFileSync('deploy/grafana/provisioning/datasources/prometheus.yaml', 'utf8');
    const uid = /uid: (\S+)/.exec(provisioned)?.[1];
    const querying = panels.filter(({ targets }) => targets);
    expect(querying.length).toBeGreaterThan(15);
    for (const { title, datasource } of querying) expect(datasource?.uid, title).toBe(uid);
    expect(existsSync('deploy/grafana/provisioning/dashboards/sightread.yaml')).toBe(true);
  });

  it('queries metrics by their full names', () => {
    const names = [...queriedMetrics()];
    expect(names.length).toBeGreaterThan(25);
    expect(names).toContain('sightread_pages_total');
    expect(names).not.toContain('sightread_pages');
  });
});
