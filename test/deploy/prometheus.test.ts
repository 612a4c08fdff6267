import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { alertNames, alertTests, dashboard, expressions, queriedMetrics } from './monitoring.ts';

const promtool = spawnSync('promtool', ['--version']).status === 0;
if (!promtool)
  console.warn('promtool is not on the PATH: the rules are not tried. `apt-get install prometheus` has it.');
function run(...args: string[]) {
  return execFileSync('promtool', args, { encoding: 'utf8', stdio: 'pipe' });
}
const folder = 'deploy/prometheus';

describe.runIf(promtool)('promtool', () => {
  it.each(['prometheus.yml', 'local.yml'])('takes %s and its rules', (name) => {
    expect(run('check', 'config', `${folder}/${name}`)).toContain('SUCCESS');
  });

  it('finds that every alert fires when it should, and not when it should not', { timeout: 180_000 }, () => {
    expect(run('test', 'rules', `${folder}/alerts.test.yml`)).toContain('SUCCESS');
  });

  it('understands every question of the dashboard', () => {
    // A query cannot be checked alone, a rule can. Grafana puts the interval in.
    const rules = expressions().map((expr, at) => ({
      record: `question_${at}`,
      expr: expr.replaceAll('$__rate_interval', '1m'),
    }));
    const file = join(mkdtempSync(join(tmpdir(), 'sightread-rules-')), 'rules.yml');
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'questions', rules }] }));
    expect(run('check', 'rules', file)).toContain(`${rules.length} rules found`);
    rmSync(dirname(file), { recursive: true });
  });
});

describe('the alerts', () => {
  it('are each tried both ways', () => {
    expect(alertNames().length).toBeGreaterThan(10);
    for (const name of alertNames()) {
      expect(alertTests(), name).toMatch(new RegExp(`name: .${name} fires`));
      expect(alertTests(), name).toMatch(new RegExp(`name: .${name} is quiet: `));
    }
  });
});

describe('the dashboard', () => {
  const { panels } = dashboard();

  it('has panels with a title, an id and a place of their own', () => {
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

  it('asks the data source that is provisioned', () => {
    const provisioned = readFileSync('deploy/grafana/provisioning/datasources/prometheus.yaml', 'utf8');
    const uid = /uid: (\S+)/.exec(provisioned)?.[1];
    const asking = panels.filter(({ targets }) => targets);
    expect(asking.length).toBeGreaterThan(15);
    for (const { title, datasource } of asking) expect(datasource?.uid, title).toBe(uid);
    expect(existsSync('deploy/grafana/provisioning/dashboards/sightread.yaml')).toBe(true);
  });

  it('and the alerts ask for metrics of ours and of those beside us', () => {
    const names = [...queriedMetrics()];
    expect(names.length).toBeGreaterThan(25);
    expect(names).toContain('sightread_pages_total');
    expect(names).not.toContain('sightread_pages');
  });
});
