import tseslint from 'typescript-eslint';
import hooks from 'eslint-plugin-react-hooks';
import a11y from 'eslint-plugin-jsx-a11y';

const noDefaultExport = {
  selector: 'ExportDefaultDeclaration',
  message: 'Named exports only: one name for one thing everywhere.',
};
const noNewDate = {
  selector:
    "NewExpression[callee.name='Date'][arguments.length=0], CallExpression[callee.object.name='Date'][callee.property.name='now']",
  message: 'Take the time from the clock (scope.clock), so that tests can set it.',
};
const noLatinInJsx = {
  selector: 'JSXText[value=/[A-Za-z]{3,}/]',
  message: 'What a subscriber reads is Russian.',
};
const noSqlOutsideQueries = {
  selector: "TaggedTemplateExpression[tag.name='sql']",
  message: 'SQL lives in *.queries.ts, domain/ and db/ only.',
};
const noMessageBesideNotify = {
  selector: "TaggedTemplateExpression[tag.name='sql'] TemplateElement[value.raw=/insert into message\\b/]",
  message: 'A client is told by notify().',
};

export default tseslint.config(
  { ignores: ['**/node_modules/', '**/dist/', '.data/', 'docs/'] },
  ...tseslint.configs.strictTypeChecked,
  ...tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['*.js', '.*.mjs', '*.ts'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      complexity: ['warn', 8],
      'max-lines': ['warn', { max: 220, skipBlankLines: true, skipComments: true }],
      '@typescript-eslint/consistent-type-definitions': ['error', 'interface'],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-invalid-void-type': 'off',
      '@typescript-eslint/no-generated-empty-object-type': 'off',
      '@typescript-eslint/dot-notation': ['error', { allowIndexSignaturePropertyAccess: true }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', ignoreRestSiblings: true, varsIgnorePattern: '^_$' },
      ],
    },
  },
  {
    files: ['contract/src/**', 'server/src/**', 'web/src/**'],
    ignores: ['**/*.test.ts', '**/*.test.tsx'],
    rules: { 'no-restricted-syntax': ['error', noDefaultExport, noNewDate] },
  },
  {
    files: ['server/src/**'],
    ignores: [
      '**/*.test.ts',
      '**/*.queries.ts',
      'server/src/domain/**',
      'server/src/db/**',
      'server/src/integrations/**',
    ],
    rules: { 'no-restricted-syntax': ['error', noDefaultExport, noNewDate, noSqlOutsideQueries] },
  },
  {
    files: ['server/src/**/*.queries.ts', 'server/src/domain/**'],
    ignores: ['**/*.test.ts', 'server/src/domain/messaging/message.queries.ts'],
    rules: { 'no-restricted-syntax': ['error', noDefaultExport, noNewDate, noMessageBesideNotify] },
  },
  {
    files: ['server/src/**/clock.ts', 'web/src/lib/clock.ts'],
    rules: { 'no-restricted-syntax': ['error', noDefaultExport] },
  },
  {
    files: ['web/src/**/*.tsx'],
    ignores: ['**/*.test.tsx'],
    plugins: { 'react-hooks': hooks, 'jsx-a11y': a11y },
    rules: {
      ...hooks.configs.recommended.rules,
      ...a11y.flatConfigs.strict.rules,
      'no-restricted-syntax': ['error', noDefaultExport, noNewDate, noLatinInJsx],
    },
  },
  {
    files: ['**/*.test.ts', '**/*.test.tsx', '**/test/**', 'e2e/**', 'bench/**', 'scripts/**'],
    rules: { 'max-lines': 'off', '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  { files: ['**/*.d.ts'], rules: { '@typescript-eslint/consistent-type-imports': 'off' } },
  { files: ['**/*.js', '**/*.mjs', '*.ts', '*.config.ts'], ...tseslint.configs.disableTypeChecked },
);
