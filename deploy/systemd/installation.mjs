// @ts-check
import { access, chmod, copyFile, mkdir, readFile, realpath, rename, writeFile } from 'node:fs/promises';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filledIn } from './filled-in.mjs';
import { run } from './steps.mjs';

/** @typedef {import('./steps.mjs').Step} Step */

const HERE = fileURLToPath(new URL('.', import.meta.url));
const N8N = 'n8n@2.40.7';
/** n8n 2.40 needs it. The worker needs 22.19. */
const NODE_OF_N8N = 24;
const OPT = '/opt/agent-knowledge';
const ETC = '/etc/agent-knowledge';

/**
 * @typedef {object} Wanted
 * @property {string} worker what npm installs: a tarball or a name with its version
 * @property {string | null} temporal its program; null: Temporal runs elsewhere
 * @property {boolean} n8n whether n8n runs here
 * @property {string} root folder that is the server's root
 * @property {boolean} start whether the services are started
 */

/**
 * The steps of an installation or an upgrade, in their order.
 * @param {Wanted} wanted
 * @returns {Step[]}
 * @throws Error if this Node cannot run what is wanted
 */
export function installation({ worker, temporal, n8n, root, start }) {
	const major = Number.parseInt(process.versions.node, 10);
	if (n8n && major < NODE_OF_N8N)
		throw new Error(`n8n needs Node ${NODE_OF_N8N}, and this is Node ${major}. Use a newer one, or --without-n8n.`);
	const at = (/** @type {string} */ path) => join(root, path);
	const services = [...(temporal === null ? [] : ['temporal']), 'worker', 'gateway', ...(n8n ? ['n8n'] : [])];
	const units = services.map((name) => `agent-knowledge-${name}.service`);
	const place = (/** @type {string} */ from, /** @type {string} */ to, mode = 0o644) =>
		placeFile(join(HERE, from), at(to), mode);
	return [
		place('agent-knowledge.sysusers.conf', '/usr/lib/sysusers.d/agent-knowledge.conf'),
		command(['systemd-sysusers', `--root=${root}`, 'agent-knowledge.conf']),
		placeFile(process.execPath, at(`${OPT}/bin/node`), 0o755),
		...(temporal === null ? [] : [placeProgram(temporal, at(`${OPT}/bin/temporal`))]),
		npmInstall(worker, at(`${OPT}/worker`)),
		...(n8n ? [npmInstall(N8N, at(`${OPT}/n8n`)), buildSqlite(at(`${OPT}/n8n`))] : []),
		createOnce('agent-knowledge.yaml', at(`${ETC}/agent-knowledge.yaml`), 0o644),
		createOnce('secrets.env.example', at(`${ETC}/secrets.env`), 0o600),
		...(n8n ? [createOnce('n8n.env.example', at(`${ETC}/n8n.env`), 0o600)] : []),
		place('agent-knowledge.sh', '/usr/local/bin/agent-knowledge', 0o755),
		place('agent-knowledge-.service.d/hardening.conf', '/etc/systemd/system/agent-knowledge-.service.d/hardening.conf'),
		...units.map((unit) => place(unit, `/etc/systemd/system/${unit}`)),
		command(['systemctl', `--root=${root}`, 'enable', ...units]),
		...(start ? [command(['systemctl', 'daemon-reload']), command(['systemctl', 'restart', ...units])] : []),
	];
}

/** @returns {Promise<string>} the worker's package in the version of this checkout @throws Error if there is none */
export async function workerOfCheckout() {
	const { name, version } = await manifestIn(join(HERE, '..', '..', 'worker'));
	if (name === undefined || version === undefined)
		throw new Error('This checkout has no worker/package.json. Name the package of the worker with --worker.');
	return `${name}@${version}`;
}

/** @param {string[]} words @returns {Step} */
function command(words) {
	return { title: words.join(' '), work: () => run(words) };
}

/**
 * Copies a file over what is there, at once: a program that runs keeps the old one.
 * @param {string} from
 * @param {string} to
 * @param {number} mode
 * @returns {Step}
 */
function placeFile(from, to, mode) {
	return {
		title: `copy ${basename(from)} to ${to}`,
		isDone: () => sameContent(from, to),
		work: async () => {
			await mkdir(dirname(to), { recursive: true, mode: 0o755 });
			await copyFile(await realpath(from), `${to}.new`);
			await chmod(`${to}.new`, mode);
			await rename(`${to}.new`, to);
		},
	};
}

/**
 * @param {string} program its path, or its name on the PATH
 * @param {string} to
 * @returns {Step}
 */
function placeProgram(program, to) {
	const step = async () => placeFile(await found(program), to, 0o755);
	return {
		title: `copy the program ${program} to ${to}`,
		isDone: async () => (await (await step()).isDone?.()) === true,
		work: async () => (await step()).work(),
	};
}

/** @param {string} program @returns {Promise<string>} its path @throws Error that says what to install */
async function found(program) {
	if (program.includes('/')) return program;
	for (const folder of (process.env.PATH ?? '').split(delimiter)) {
		const path = await realpath(join(folder, program)).catch(() => null);
		if (path !== null) return path;
	}
	throw new Error(`There is no program "${program}". Install the Temporal CLI 1.5, or name its file with --temporal.`);
}

/**
 * @param {string} spec a tarball, or a name with its version
 * @param {string} prefix
 * @returns {Step}
 */
function npmInstall(spec, prefix) {
	const [, name = '', version] = /^(.+)@([\d.][\w.-]*)$/.exec(spec) ?? [];
	// Install scripts would run as root. Of n8n's, some download or compile what this server does not use.
	const flags = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--save-exact'];
	const args = ['install', '--prefix', prefix, ...flags, spec];
	return {
		title: `npm ${args.join(' ')}`,
		isDone: async () =>
			version !== undefined && (await manifestIn(join(prefix, 'node_modules', name))).version === version,
		work: async () => {
			await mkdir(prefix, { recursive: true, mode: 0o755 });
			await run(['npm', ...args]);
		},
	};
}

/**
 * n8n's database is the one package that needs its install script. The ready build that the script would download has no
 * checksum, so it is compiled from the package, whose checksum npm has compared.
 * @param {string} prefix where n8n is installed
 * @returns {Step}
 */
function buildSqlite(prefix) {
	const args = ['rebuild', '--prefix', prefix, 'sqlite3'];
	const program = join(prefix, 'node_modules/sqlite3/build/Release/node_sqlite3.node');
	return {
		title: `npm ${args.join(' ')}, compiled here`,
		isDone: () => exists(program),
		work: async () => {
			await run(['npm', ...args], { ...process.env, npm_config_build_from_source: 'true' });
			if (!(await exists(program))) throw new Error(`npm made no ${program}. Install python3, make and g++.`);
		},
	};
}

/**
 * @param {string} folder of a package
 * @returns {Promise<{ name?: string, version?: string }>} empty if it has none
 */
async function manifestIn(folder) {
	const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '{}');
	return /** @type {{ name?: string, version?: string }} */ (JSON.parse(text));
}

/**
 * Creates a file of configuration from its example, with new secrets. An existing one is never changed.
 * @param {string} example
 * @param {string} to
 * @param {number} mode
 * @returns {Step}
 */
function createOnce(example, to, mode) {
	return {
		title: `create ${to}`,
		isDone: () => exists(to),
		work: async () => {
			await mkdir(dirname(to), { recursive: true, mode: 0o755 });
			await writeFile(to, filledIn(await readFile(join(HERE, example), 'utf8')), { mode, flag: 'wx' });
		},
	};
}

/** @param {string} path */
function exists(path) {
	return access(path).then(
		() => true,
		() => false,
	);
}

/**
 * @param {string} one
 * @param {string} other
 */
async function sameContent(one, other) {
	const [first, second] = await Promise.all([readFile(one), readFile(other).catch(() => null)]);
	return second !== null && first.equals(second);
}
