// @ts-check
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { workspaceRoot } from '../build/workspace-root.mjs';
import { messageOf, ReadableError } from '../readable-error.mjs';

/**
 * What all parts of a start share.
 * @typedef {object} Stage
 * @property {Options} options
 * @property {import('./secrets.mjs').Secrets} secrets
 * @property {string} secretsFile
 * @property {string} cache the cache folder
 * @property {string} logFolder
 * @property {import('../processes/progress/board.mjs').Board} board
 * @property {import('../processes/supervisor.mjs').Supervisor} supervisor
 * @property {AbortSignal} signal
 */

/** The ports of everything, with the variable that changes each. */
export const PORTS = /** @type {const} */ ({
	startPage: { variable: 'START_PAGE_PORT', port: 4000, title: 'the start page' },
	sandbox: { variable: 'SANDBOX_PORT', port: 4010, title: "the sandbox's API" },
	site: { variable: 'SANDBOX_SITE_PORT', port: 4011, title: "the sandbox's website" },
	admin: { variable: 'SANDBOX_ADMIN_PORT', port: 4012, title: "the sandbox's admin API" },
	mail: { variable: 'SANDBOX_SMTP_PORT', port: 4013, title: "the sandbox's mail server" },
	gateway: { variable: 'GATEWAY_PORT', port: 4020, title: 'the gateway' },
	operations: { variable: 'GATEWAY_OPERATIONS_PORT', port: 4021, title: "the gateway's metrics and readiness" },
	temporal: { variable: 'TEMPORAL_PORT', port: 7233, title: 'Temporal' },
	temporalUi: { variable: 'TEMPORAL_UI_PORT', port: 8233, title: "Temporal's web pages" },
	n8n: { variable: 'N8N_PORT', port: 5678, title: 'n8n' },
});

/** @typedef {Record<keyof typeof PORTS, number>} Ports */

/**
 * The address of what listens on a port of this machine.
 * @param {number} port
 */
export const local = (port) => `http://127.0.0.1:${port}`;

/**
 * @typedef {object} Options
 * @property {boolean} help
 * @property {boolean} withN8n
 * @property {boolean} withVisitors whether imagined visitors come to the sandbox's shop
 * @property {string} dataFolder everything that is kept between two starts
 * @property {Ports} ports
 * @property {string | null} temporalAddress your own server; null to start one
 */

export const HELP = `npm start -- [options]

Installs and builds what is missing, and starts everything on this machine: Temporal, the sandbox of the
service, the worker with its gateway, and n8n with our nodes. Ctrl-C stops all of it.

  --without-n8n       starts without n8n
  --without-visitors  starts without the simulated visitors of the sandbox's shop
  --data-dir FOLDER   where data, logs and secrets are kept (default: .agent-knowledge)
  --help              shows this help

Variables:
  AGENT_KNOWLEDGE_CACHE      where n8n and Temporal are installed (default: ~/.cache/agent-knowledge)
  TEMPORAL_ADDRESS           host:port of your own Temporal server (default: a new local one)
  SANDBOX_SIMULATE_VISITORS  "false" is the same as --without-visitors
${Object.values(PORTS)
	.map(({ variable, port, title }) => `  ${variable.padEnd(26)} ${title} (default: ${port})`)
	.join('\n')}
`;

/**
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Options}
 * @throws {ReadableError} an option or a port is not usable
 */
export function readOptions(args, env) {
	const given = parse(args);
	return {
		help: given.help ?? false,
		withN8n: !(given['without-n8n'] ?? false),
		withVisitors: !(given['without-visitors'] ?? env.SANDBOX_SIMULATE_VISITORS === 'false'),
		dataFolder: dataFolderOf(given['data-dir']),
		ports: readPorts(env),
		temporalAddress: env.TEMPORAL_ADDRESS || null,
	};
}

/**
 * @param {string} [given] as given by `--data-dir`
 * @returns {string}
 */
export function dataFolderOf(given) {
	return given ? resolve(given) : join(workspaceRoot, '.agent-knowledge');
}

/** @param {string[]} args */
function parse(args) {
	try {
		return parseArgs({
			args,
			options: {
				help: { type: 'boolean', short: 'h' },
				'without-n8n': { type: 'boolean' },
				'without-visitors': { type: 'boolean' },
				'data-dir': { type: 'string' },
			},
		}).values;
	} catch (error) {
		throw new ReadableError(messageOf(error), 'All options: npm start -- --help', { cause: error });
	}
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {Ports}
 */
function readPorts(env) {
	const ports = Object.entries(PORTS).map(([name, place]) => [name, readPort(place, env)]);
	return /** @type {Ports} */ (Object.fromEntries(ports));
}

/**
 * @param {{ variable: string, port: number }} place
 * @param {NodeJS.ProcessEnv} env
 * @returns {number}
 */
function readPort({ variable, port }, env) {
	const text = env[variable];
	if (!text) return port;
	const number = Number(text);
	if (Number.isInteger(number) && number > 0 && number <= 65_535) return number;
	throw new ReadableError(`${variable} is "${text}". Choose a number from 1 to 65535.`);
}
