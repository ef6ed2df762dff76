// @ts-check
/**
 * `temporal server start-dev` of a release whose command line cannot be built: the server's own program, on SQLite in
 * memory. Its namespace and search attributes are there before anybody can connect, as with the dev server.
 *
 * Arguments: the server's program, a command line of any release, then options of `start-dev`.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { parseJson } from '../../json.mjs';
import { runCommand } from '../../processes/run-command.mjs';
import { waitUntil } from '../../processes/wait-until.mjs';
import { choosePorts, sqliteInMemory, writeServerConfig } from '../../temporal/server-config.mjs';

/** How often each part of the server reads the namespaces again. */
const NAMESPACE_REFRESH_MS = 1_000;

const [program = '', cli = '', ...args] = process.argv.slice(2);
const { values } = parseArgs({
	args,
	options: {
		ip: { type: 'string', default: '127.0.0.1' },
		port: { type: 'string', default: '7233' },
		namespace: { type: 'string', default: 'default' },
		headless: { type: 'boolean' },
		'log-level': { type: 'string', default: 'warn' },
		'dynamic-config-value': { type: 'string', multiple: true, default: [] },
		'search-attribute': { type: 'string', multiple: true, default: [] },
	},
});

const ports = await choosePorts();
const frontend = ports.frontend.grpcPort;
const address = `127.0.0.1:${frontend}`;
const folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-temporal-server-'));
const dynamicFile = join(folder, 'dynamic.yaml');
await writeFile(dynamicFile, JSON.stringify(dynamicConfig(values['dynamic-config-value'])));
const options = await writeServerConfig({
	...{ folder, ports, dynamicFile, persistence: sqliteInMemory(), logLevel: values['log-level'] },
});

// It belongs to the group of this process, and so ends with it.
const server = spawn(program, [...options, 'start'], { stdio: 'inherit' });
server.once('error', (error) => end(1, `${program} could not be started: ${error.message}`));
server.once('exit', (code) => end(code ?? 1, 'The server ended.'));
process.once('SIGTERM', () => server.kill('SIGTERM'));

await waitUntil(`Temporal at ${address}`, () => temporal('operator', 'cluster', 'health'));
await prepareNamespace();
createServer((client) => {
	const upstream = connect(frontend, '127.0.0.1');
	client.once('error', () => upstream.destroy()).pipe(upstream);
	upstream.once('error', () => client.destroy()).pipe(client);
}).listen(Number(values.port), values.ip);

/** Creates what `start-dev` would have put into the database, and waits until all of the server's parts know it. */
async function prepareNamespace() {
	const { namespace } = values;
	await waitUntil('Its namespace', () =>
		temporal('operator', 'namespace', 'create', '--retention', '24h', '--namespace', namespace),
	);
	const attributes = values['search-attribute'].map((attribute) => attribute.split('='));
	if (attributes.length > 0) {
		const named = attributes.flatMap(([name = '', type = '']) => ['--name', name, '--type', type]);
		await waitUntil('Its search attributes', () =>
			temporal('operator', 'search-attribute', 'create', '--namespace', namespace, ...named),
		);
		const query = attributes.map(([name = '']) => `${name} = "none"`).join(' AND ');
		await waitUntil('A list by them', () => temporal('workflow', 'list', '--namespace', namespace, '--query', query));
	}
	// Other parts of the server read namespaces at their own time.
	await sleep(2 * NAMESPACE_REFRESH_MS);
}

/** @param {...string} command of the command line */
async function temporal(...command) {
	return runCommand(cli, [...command, '--address', address], { timeoutMs: 60_000 });
}

/**
 * @param {number} code
 * @param {string} why
 */
function end(code, why) {
	console.error(why);
	void rm(folder, { recursive: true, force: true }).finally(() => process.exit(code));
}

/**
 * @param {readonly string[]} settings each `key=value`, the value as JSON
 * @returns {Record<string, { value: unknown }[]>}
 */
function dynamicConfig(settings) {
	/** @type {Record<string, { value: unknown }[]>} */
	const config = {
		'system.namespaceCacheRefreshInterval': [{ value: `${NAMESPACE_REFRESH_MS}ms` }],
		// As in the dev server: what is read more often needs a higher limit.
		'system.forceSearchAttributesCacheRefreshOnRead': [{ value: true }],
		'frontend.persistenceMaxQPS': [{ value: 10_000 }],
		'history.persistenceMaxQPS': [{ value: 45_000 }],
	};
	for (const setting of settings) {
		const [key = '', value = ''] = setting.split('=');
		config[key] = [{ value: parseJson(value) }];
	}
	return config;
}
