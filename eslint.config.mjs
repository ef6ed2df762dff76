// @ts-check
import eslint from '@eslint/js';
import jest from 'eslint-plugin-jest';
import tseslint from 'typescript-eslint';

export default tseslint.config(
	{
		ignores: [
			'**/dist/**',
			'**/node_modules/**',
			'.agent-knowledge/**',
			'**/*.cjs',
			'**/generated/**',
			'coverage/**',
			'test-results/**',
		],
	},
	eslint.configs.recommended,
	tseslint.configs.strictTypeChecked,
	{
		languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
		linterOptions: { reportUnusedDisableDirectives: 'error' },
		rules: {
			'@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
			'@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
			'@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
			'@typescript-eslint/no-confusing-void-expression': 'off',
			// The type checker knows every name, in scripts too.
			'no-undef': 'off',
			eqeqeq: 'error',
			'no-console': 'error',
		},
	},
	{
		// Scripts and the command line speak to a person in a terminal.
		files: ['scripts/**', 'worker/cli/**', 'test/bench/**'],
		rules: { 'no-console': 'off' },
	},
	{
		files: ['eslint.config.mjs'],
		extends: [tseslint.configs.disableTypeChecked],
	},
	{
		// A task that was asked to stop would go on in a new history.
		files: ['workflows/**'],
		ignores: ['workflows/task/run-task.ts'],
		rules: {
			'no-restricted-imports': [
				'error',
				{
					paths: [
						{
							name: '@temporalio/workflow',
							importNames: ['continueAsNew'],
							message: 'Use beginNewHistory, which loses no cancellation.',
						},
					],
				},
			],
		},
	},
	{
		files: ['**/*.test.ts'],
		...jest.configs['flat/recommended'],
	},
);
