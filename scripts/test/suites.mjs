// @ts-check

/**
 * @typedef {object} Check passes or fails as a whole, by its exit code
 * @property {string} title
 * @property {string[]} command
 * @property {Record<string, string>} [env] settings of the command
 * @property {boolean} [beside] runs beside the tests, whose waiting leaves a core free; its output comes when it has ended
 *
 * @typedef {object} TestRun counted test by test
 * @property {string} title
 * @property {string[]} projects of vitest.config.mts
 * @property {number} [processes] that run test files at the same time; default: vitest.config.mts
 * @property {string[]} [files] only these test files. Default: all of the projects
 * @property {string} [named] only the tests whose name matches this pattern
 * @property {Record<string, string>} [env] settings of the tests
 * @property {boolean} [changed] only the tests of what changed, committed on this branch or not
 * @typedef {Check | TestRun} Step
 * @typedef {keyof typeof suites} SuiteName
 */

/** The checkers of types are programs in Go that live for a minute and need not save memory: a third less processor time. */
const RARELY_COLLECTING = { GOGC: '400' };

/**
 * What each test command runs, in this order. `standard` is `npm test`; the others are `npm run test:<name>`.
 * @satisfies {Record<string, Step[]>}
 */
export const suites = {
	standard: [
		{ title: 'types', command: ['npm', 'run', '--silent', 'types'], env: RARELY_COLLECTING, beside: true },
		{ title: 'lint', command: ['npx', 'oxlint'], env: RARELY_COLLECTING, beside: true },
		{ title: 'import rules', command: ['npm', 'run', '--silent', 'imports'], beside: true },
		{ title: 'format', command: ['npx', 'oxfmt', '--check'], beside: true },
		{ title: 'pages', command: ['npm', 'run', '--silent', 'check:docs'], beside: true },
		{
			title: 'unit and integration tests',
			// They wait, too: four processes keep two cores busy.
			processes: 4,
			projects: ['parts'],
		},
	],
	quick: [
		{ title: 'types', command: ['npm', 'run', '--silent', 'types'] },
		{ title: 'unit tests of what changed', projects: ['unit'], changed: true },
	],
	chaos: [
		{ title: 'lost responses and killed processes', projects: ['chaos'] },
		{ title: 'the matrix can fail', command: ['node', 'test/system/chaos/fault-matrix/matrix.mjs', '--without-look'] },
		{ title: 'the matrix of tasks, points and faults', command: ['node', 'test/system/chaos/fault-matrix/matrix.mjs'] },
		...['repeat', 'ask'].map((ifUncertain) => ({
			title: `training on a service that shows no run once it has ended, if uncertain: ${ifUncertain}`,
			command: [
				...[
					'node',
					'test/system/chaos/fault-matrix/matrix.mjs',
					'--ended-run',
					'absent',
					'--if-uncertain',
					ifUncertain,
				],
				...['--only', 'retrain', '--runs', '66'],
			],
		})),
		{
			title: 'training on a service that shows ended runs, if uncertain: ask',
			command: [
				...['node', 'test/system/chaos/fault-matrix/matrix.mjs', '--if-uncertain', 'ask'],
				...['--only', 'retrain', '--runs', '30'],
			],
		},
	],
	cluster: [
		{ title: 'a Temporal cluster and n8n in queue mode, their parts killed', projects: ['cluster'] },
		...['oldest', 'newest'].map((release) => ({
			title: `the matrix of tasks and killed processes on a cluster of the ${release} Temporal`,
			command: ['node', 'test/system/chaos/fault-matrix/matrix.mjs', '--cluster', release, '--only', 'kill-'],
		})),
	],
	operating: [
		{
			title:
				'key rotation, a reset, backups and restores, proxies, poolers, alerts and their figures, two years of schedules, how fast calls arrive, and large amounts',
			projects: ['operating'],
		},
	],
	sandbox: [
		{ title: 'widget and dashboard in Chromium', projects: ['sandbox-browser'] },
		{ title: 'files made by other programs', projects: ['sandbox-files'] },
	],
	'gateway-browser': [{ title: 'pages in Chromium', projects: ['gateway-browser'] }],
	properties: [
		{ title: 'ten thousand requests to the sandbox', projects: ['sandbox-properties'] },
		{ title: 'twenty thousand requests to the gateway', projects: ['gateway-properties'] },
		{ title: 'three hundred sequences of changes of a set of knowledge', projects: ['knowledge-properties'] },
		{ title: 'two hundred orders of what happens to a task of many connections', projects: ['task-properties'] },
	],
	smoke: [
		{ title: "n8n's checks of both packages", command: ['npm', 'run', '--silent', 'check:packages'] },
		{ title: 'smoke test in real n8n', projects: ['smoke'] },
	],
	e2e: [
		{ title: 'every flow in real n8n', projects: ['e2e'] },
		{ title: 'the first ten minutes in Chromium', projects: ['start-page'] },
	],
	install: [{ title: 'packages from their tarballs, a release, and the files for GitHub', projects: ['install'] }],
	helm: [{ title: 'the Helm chart, and the dashboard', projects: ['helm'] }],
	docs: [
		{ title: 'the documentation site', command: ['npm', 'run', '--silent', 'docs:build'] },
		{ title: 'its links, its search and its looks in Chromium', projects: ['docs-site'] },
		{ title: 'commands of the documentation on a real gateway', projects: ['docs-blocks'] },
	],
	containers: [{ title: 'images, and the services of the compose files', projects: ['containers'] }],
	systemd: [{ title: 'units for a server, in a bare Debian', projects: ['systemd'] }],
};
