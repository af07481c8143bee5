/** The house's directions, checked: npm run architecture. */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'controller-never-reaches-a-repository',
      comment: 'Controllers speak to services only.',
      severity: 'error',
      from: { path: '\\.controller\\.ts$' },
      to: { path: '\\.(repository|entity)\\.ts$' },
    },
    {
      name: 'repository-never-reaches-up',
      comment: 'Repositories know SQL and entities, neither services nor controllers.',
      severity: 'error',
      from: { path: '\\.repository\\.ts$' },
      to: { path: '\\.(service|controller)\\.ts$' },
    },
    {
      name: 'entity-knows-nobody',
      severity: 'error',
      from: { path: '\\.entity\\.ts$' },
      to: { path: '\\.(service|controller|repository|dto)\\.ts$' },
    },
    {
      name: 'ground-floor-imports-no-module',
      comment:
        'http, config, database, errors and auth are below the modules; the migration lock needs ormconfig.',
      severity: 'error',
      from: { path: '^src/(http|config|database|errors|auth)/' },
      to: { path: '^src/(modules|operations|cli)/' },
    },
    {
      name: 'modules-never-import-the-app',
      severity: 'error',
      from: { path: '^src/(modules|http|auth|database|config|operations|errors)/' },
      to: { path: '^src/(app\\.|main\\.|serve\\.|bootstrap\\.|cli/|demo/)' },
    },
    {
      name: 'another-module-only-through-its-service-and-data',
      comment: 'A module offers its service, its data set and its record classes, nothing else.',
      severity: 'error',
      from: { path: '^src/modules/([^/]+)/' },
      to: {
        path: '^src/modules/([^/]+)/.*\\.(repository|controller)\\.ts$',
        pathNot: '^src/modules/$1/',
      },
    },
    {
      name: 'demo-generator-is-pure',
      comment: 'The synthetic market is numbers and texts: no service, no SQL; of the product only the calendar.',
      severity: 'error',
      from: { path: '^demo/' },
      to: { pathNot: '^(demo/|src/modules/settlement/vietnam-(calendar|holidays)\\.ts$)' },
    },
    {
      name: 'only-the-demo-command-knows-the-demo',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(demo/|cli/demo\\.ts$)' },
      to: { path: '^(demo/|src/demo/)' },
    },
    {
      name: 'no-test-code-in-the-product',
      severity: 'error',
      from: { path: '^src' },
      to: { path: '^(test|bench)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
