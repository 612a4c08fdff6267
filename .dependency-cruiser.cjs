/**
 * `mayImport`: the import column of ARCHITECTURE.md, which a test compares with it. What is not listed is refused.
 * `byTypeOnly`: types vanish when compiled, so a workflow may import the types of activities, the gateway those of
 * workflows, and the published client those of the contracts.
 */
const { mayImport, byTypeOnly } = require('./importRules.json');
const folders = Object.keys(mayImport);
const under = (names) => `^(${names.join('|')})/`;

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
      name: 'client-depends-on-nothing',
      comment: 'It is published by itself, and runs where there is no Node.',
      severity: 'error',
      from: { path: '^client/' },
      to: { dependencyTypes: ['npm', 'npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-circles',
      comment: 'Type-only imports count too.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-circles-between-folders',
      comment: 'A room below another never imports from it; what both need moves down.',
      severity: 'error',
      scope: 'folder',
      from: { pathNot: '^test' },
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
    exclude: { path: '^(dist|client/dist|test/fixtures)/' },
  },
};
