/**
 * One project a kind of test, so that `jest --selectProjects integration` runs that kind alone.
 * The order in which `npm test` runs them stands in scripts/test/suites.mjs.
 */

/** Packages that ship ES modules only; they are compiled for the tests. */
const esModules = ['marked', 'p-[a-z-]+', 'yocto-queue', 'openapi3-ts', '@seriousme'];

const shared = {
	rootDir: __dirname,
	testEnvironment: '<rootDir>/test/support/time-limits.cjs',
	transform: {
		'^.+\\.(ts|js|mjs)$': [
			'@swc/jest',
			{
				jsc: { target: 'es2022', parser: { syntax: 'typescript' }, keepClassNames: true },
				module: { type: 'commonjs' },
				sourceMaps: 'inline',
			},
		],
		'^.+\\.(sql|html|css|svg|txt)$': '<rootDir>/scripts/build/jest-text-transform.cjs',
	},
	transformIgnorePatterns: [`/node_modules/(?!(${esModules.join('|')})/)`, '/dist/'],
	moduleFileExtensions: ['ts', 'js', 'mjs', 'cjs', 'json', 'node'],
	// What is loaded only when it is needed is named as Node would find it; the source is TypeScript.
	moduleNameMapper: { '^(\\./traces/open-telemetry)\\.js$': '$1' },
	modulePathIgnorePatterns: ['<rootDir>/.*/dist/', '<rootDir>/dist/'],
};

const project = (displayName, testMatch, more = {}) => ({ ...shared, displayName, testMatch, ...more });
const inFolder = (folder) => [`<rootDir>/${folder}/**/*.test.ts`];

module.exports = {
	projects: [
		project(
			'unit',
			[
				'api',
				'workflows',
				'worker',
				'sandbox',
				'nodes',
				'credentials',
				'task-nodes',
				'scripts',
				'test/documentation',
				// What the chaos matrix plans and judges; the matrix itself is no jest test.
				'test/chaos/fault-matrix',
			].flatMap(inFolder),
		),
		project('contract', inFolder('test/contract')),
		project('workflows', inFolder('test/workflows')),
		project('replay', inFolder('test/replay')),
		project(
			'integration',
			['integration', 'sandbox', 'nodes', 'task-nodes'].flatMap((kind) => inFolder(`test/${kind}`)),
			{ setupFiles: ['<rootDir>/test/support/nodes/quiet-engine.cjs'] },
		),
		project('sandbox-browser', inFolder('test/sandbox-browser')),
		project('gateway-browser', inFolder('test/gateway-browser')),
		project('sandbox-files', inFolder('test/sandbox-files')),
		project('sandbox-properties', inFolder('test/sandbox-properties')),
		project('gateway-properties', inFolder('test/gateway-properties')),
		project('smoke', inFolder('test/smoke')),
		project('e2e', inFolder('test/e2e')),
		project('operating', inFolder('test/operations-drills')),
		project('chaos', ['<rootDir>/test/chaos/*.test.ts']),
	],
	// A worker that has grown is replaced before its next file: two of them and what the tests start fit in 8 GB.
	workerIdleMemoryLimit: '600MB',
};
