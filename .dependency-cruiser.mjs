// Who may import whom. What two features or handlers share moves down a floor, and nothing looks up (docs/architecture.md).
export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'contract-is-the-bottom',
      severity: 'error',
      from: { path: '^contract/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^contract/src', '^node_modules/zod/'] },
    },
    {
      name: 'web-and-server-meet-only-in-the-contract',
      severity: 'error',
      from: { path: '^(web|server)/' },
      to: { path: '^(web|server)/', pathNot: '^$1/' },
    },
    {
      name: 'features-do-not-know-each-other',
      severity: 'error',
      from: { path: '^(web/src/features|server/src/handlers/(?:identity|messaging|money|services|support))/([^/]+)/' },
      to: {
        path: '^(web/src/features|server/src/handlers)/',
        pathNot: ['^$1/$2/', '^server/src/handlers/(shared/|handler-of\.ts$)'],
      },
    },
    {
      name: 'handlers-of-the-staff-stand-alone',
      severity: 'error',
      from: { path: '^server/src/handlers/(default|shared|staff)/' },
      to: {
        path: '^server/src/handlers/',
        pathNot: ['^server/src/handlers/$1/', '^server/src/handlers/(shared/|handler-of\.ts$)'],
      },
    },
    {
      name: 'server-floors',
      severity: 'error',
      from: { path: '^server/src/(domain|kernel|db|integrations)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/src/(http|handlers|operator)/|^server/src/main\\.ts$' },
    },
    {
      name: 'kernel-knows-no-domain',
      severity: 'error',
      from: { path: '^server/src/(kernel|db|integrations)/' },
      to: { path: '^server/src/domain/' },
    },
    {
      name: 'integrations-only-through-ports',
      severity: 'error',
      from: { path: '^server/src/(handlers|domain|kernel)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/src/integrations/', pathNot: 'port\\.ts$' },
    },
    {
      name: 'rules-are-pure',
      severity: 'error',
      from: { path: '^(contract|server)/.*\\.(rules|texts)\\.ts$' },
      to: { pathNot: ['^contract/src', '\\.(rules|texts)\\.ts$'] },
    },
    {
      name: 'clients-are-told-by-notify',
      comment: '`notify` knows the channels of a client, what he was told before, and that he sleeps.',
      severity: 'error',
      from: {
        path: '^server/src/',
        pathNot: ['^server/src/domain/messaging/', '^server/src/effects\\.ts$', '\\.test\\.ts$'],
      },
      to: { path: '^server/src/domain/messaging/(message\\.queries|channels|effects)\\.ts$' },
    },
    {
      name: 'web-flows-one-way',
      severity: 'error',
      from: { path: '^web/src/(shared|ui|api|lib)/' },
      to: { path: '^web/src/(app|features)/' },
    },
    {
      name: 'web-staff-has-pages-of-its-own',
      severity: 'error',
      comment:
        'A subscriber loads nothing of the staff, and the staff nothing of a subscriber’s screens: they share parts.',
      from: { path: '^web/src/(app|features|shared|ui|api|lib|[^/]+$)' },
      to: { path: '^web/src/staff/' },
    },
    {
      name: 'web-staff-shares-parts-only',
      severity: 'error',
      from: { path: '^web/src/staff/' },
      to: { path: '^web/src/(app|features)/' },
    },
    {
      name: 'web-app-is-the-top',
      severity: 'error',
      from: { path: '^web/src/(features|shared|ui|api|lib)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^web/src/app/' },
    },
    {
      name: 'web-shared-above-ui',
      severity: 'error',
      from: { path: '^web/src/(ui|api|lib)/' },
      to: { path: '^web/src/shared/' },
    },
    {
      name: 'browser-carries-no-schemas',
      comment: 'The browser takes types and pure values of the contract, never zod (stack.md: 8 kB for the contract).',
      severity: 'error',
      from: { path: '^web/src/', pathNot: ['\\.test\\.tsx?$', '\\.d\\.ts$'] },
      to: { path: '^contract/src/(?!kernel/)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'production-knows-no-tests',
      severity: 'error',
      from: { path: '/src/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '(\\.test\\.tsx?$|/test/)' },
    },
    {
      name: 'dependencies-are-declared',
      severity: 'error',
      from: {},
      to: {
        pathNot: '^contract/src|^virtual:',
        dependencyTypes: ['unknown', 'undetermined', 'npm-no-pkg', 'npm-unknown'],
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
    },
  },
};
