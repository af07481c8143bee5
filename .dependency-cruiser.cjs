/** The house's directions, checked: npm run architecture. Arrows run downward; folders do not import each other in circles. */
const FOUNDATION = 'config|errors|files|kinds|log';

module.exports = {
  forbidden: [
    { name: 'no-cycles-of-files', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-cycles-of-folders',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
    {
      name: 'foundation-knows-nobody',
      comment: 'Configuration, errors, the log, files and kinds of values are below everything else.',
      severity: 'error',
      from: { path: `^src/(${FOUNDATION})/` },
      to: { path: '^src/', pathNot: `^src/(${FOUNDATION})/` },
    },
    {
      name: 'database-knows-no-http',
      comment: 'Pools, lists, changes and migrations serve every module and know none.',
      severity: 'error',
      from: { path: '^src/database/' },
      to: { path: '^src/', pathNot: `^src/(database|${FOUNDATION})/` },
    },
    {
      name: 'http-knows-no-domain-and-no-caller',
      severity: 'error',
      from: { path: '^src/http/' },
      to: { path: '^src/', pathNot: `^src/(http|database|${FOUNDATION})/` },
    },
    {
      name: 'auth-and-market-know-no-module',
      severity: 'error',
      from: { path: '^src/(auth|market|metrics|limits|fast-lane|workers)/' },
      to: { path: '^src/(modules|operations|cli|console|demo)/|^src/[^/]+$' },
    },
    {
      name: 'modules-never-import-the-app',
      severity: 'error',
      from: { path: '^src/(modules|operations)/' },
      to: { path: '^src/[^/]+$|^src/(cli|console|demo|fast-lane)/' },
    },
    {
      name: 'modules-never-import-operations',
      severity: 'error',
      from: { path: '^src/modules/' },
      to: { path: '^src/operations/' },
    },
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
      name: 'repository-knows-no-dto-and-no-http',
      comment: 'A repository declares its own input: an interface in the terms of its field.',
      severity: 'error',
      from: { path: '\\.(repository|sql)\\.ts$' },
      to: { path: '\\.dto\\.ts$|^src/http/' },
    },
    {
      name: 'service-answers-no-http',
      comment: 'Services return results and throw errors of the domain; controllers make replies of them.',
      severity: 'error',
      from: { path: '\\.service\\.ts$' },
      to: { path: '^src/http/(replies|docs|server|problems)/' },
    },
    {
      name: 'entity-knows-nobody',
      severity: 'error',
      from: { path: '\\.entity\\.ts$' },
      to: { path: '\\.(service|controller|repository|dto)\\.ts$' },
    },
    {
      name: 'sql-of-a-module-stays-in-it',
      comment: 'SQL that several modules need is a definition of the market: src/market.',
      severity: 'error',
      from: { path: '^src/modules/([^/]+)/' },
      to: {
        path: '^src/modules/([^/]+)/.*\\.(repository|controller|sql)\\.ts$',
        pathNot: '^src/modules/$1/',
      },
    },
    {
      name: 'demo-generator-is-pure',
      comment:
        'The synthetic market is numbers and texts: no service, no SQL; of the product only the calendar.',
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
