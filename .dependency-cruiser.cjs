/** The import column of the folders: who may know whom. Anything not listed is refused. */
const mayImport = {
  contracts: [],
  runtime: ['contracts'],
  storage: ['contracts', 'runtime'],
  workflows: ['contracts'],
  activities: ['contracts', 'runtime', 'storage'],
  workers: ['contracts', 'runtime', 'storage', 'workflows', 'activities'],
  gateway: ['contracts', 'runtime', 'storage'],
};
const folders = Object.keys(mayImport);
const under = (names) => `^(${names.join('|')})/`;

/** Types vanish when compiled, so a workflow may name activities, and the gateway workflows, by type only. */
const byTypeOnly = { workflows: ['activities'], gateway: ['workflows'] };

module.exports = {
  forbidden: [
    ...folders.map((folder) => ({
      name: `${folder}-imports-only-${mayImport[folder].join('-') || 'itself'}`,
      severity: 'error',
      from: { path: `^${folder}/` },
      to: {
        path: under([...folders, 'deploy', 'test']),
        pathNot: under([folder, ...mayImport[folder], ...(byTypeOnly[folder] ?? [])]),
      },
    })),
    ...Object.entries(byTypeOnly).map(([folder, others]) => ({
      name: `${folder}-knows-${others.join('-')}-by-type-only`,
      severity: 'error',
      from: { path: `^${folder}/` },
      to: { path: under(others), dependencyTypesNot: ['type-only'] },
    })),
    {
      name: 'workflows-reach-nothing-outside',
      comment: 'Workflow code is replayed: no I/O, no clock, nothing but Temporal and the contracts.',
      severity: 'error',
      from: { path: '^workflows/' },
      to: { dependencyTypes: ['core', 'npm', 'npm-dev'], pathNot: 'node_modules/@temporalio/(workflow|common)/' },
    },
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'deploy-is-not-imported',
      severity: 'error',
      from: { pathNot: '^(deploy|test)/' },
      to: { path: '^deploy/' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|test/fixtures)/' },
  },
};
