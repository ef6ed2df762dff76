import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';
import { cacheFolder } from '../../../scripts/cache/cache-folder.mjs';
import { parseJson } from '../../../scripts/json.mjs';
import { runCommand } from '../../../scripts/processes/run-command.mjs';
import { type Service, startService } from '../../../scripts/processes/service.mjs';
import { eventually, isThere } from '../../support/time/eventually';
import { findCaddy } from '../../../scripts/tools/proxies/find-caddy.mjs';
import type { Pod } from '../../support/confined/pod';

const CADDYFILE = join(workspaceRoot, 'deploy/proxy/Caddyfile');
/** The upstreams by the names that the Caddyfile has. Two gateways share one name, as two containers of a service do. */
const UPSTREAMS = [
	{ name: 'one', host: 'gateway', address: '127.0.0.2', port: '4020' },
	{ name: 'two', host: 'gateway', address: '127.0.0.3', port: '4020' },
	{ name: 'n8n', host: 'n8n', address: '127.0.0.4', port: '5678' },
] as const;

const issuersSchema = z.array(z.looseObject({ issuers: z.array(z.looseObject({ module: z.string() })) }));
const adaptedSchema = z.looseObject({
	apps: z.looseObject({
		http: z.looseObject({}),
		tls: z.looseObject({ automation: z.looseObject({ policies: issuersSchema }) }),
	}),
});

export interface Reply {
	status: number;
	/** Names in lower case. */
	headers: Record<string, string>;
	body: string;
}

/** Caddy with the Caddyfile of deploy/, in the network of a pod: the usual ports, and nothing on this machine. */
export class RunningProxy {
	private constructor(
		private readonly pod: Pod,
		private readonly services: Record<(typeof UPSTREAMS)[number]['name'] | 'caddy', Service>,
		/** Of the authority that signed the proxy's certificates. */
		private readonly authority: string,
		/** What Caddy's own check said about the file. */
		readonly checked: string,
		/** Who would give certificates to a server. */
		readonly issuers: z.infer<typeof issuersSchema>,
	) {}

	/** @param variables of the service in the compose file */
	static async start(pod: Pod, variables: Readonly<Record<string, string>>): Promise<RunningProxy> {
		const caddy = await findCaddy({ cache: cacheFolder() });
		const env = { PATH: process.env['PATH'], HOME: pod.folder, XDG_DATA_HOME: pod.folder, ...variables };
		const options = ['--config', CADDYFILE, '--adapter', 'caddyfile'];
		let checked = '';
		await runCommand(caddy, ['validate', ...options], { env, onLine: (line) => (checked += `${line}\n`) });
		const adapted = adaptedSchema.parse(parseJson(await runCommand(caddy, ['adapt', ...options], { env })));
		const issuers = adapted.apps.tls.automation.policies;
		const config = join(pod.folder, 'caddy.json');
		await writeFile(config, JSON.stringify(withOwnAuthority(adapted)));
		await writeFile(pod.hostsFile, UPSTREAMS.map(({ address, host }) => `${address} ${host}\n`).join(''), {
			flag: 'a',
		});
		const start = (name: string, command: readonly string[]) => {
			const [program, ...args] = pod.inside(command);
			return startService({ name, command: program, args, env, logFile: pod.logFile(`proxy-${name}`) });
		};
		const [one, two, n8n] = await Promise.all(
			UPSTREAMS.map(async ({ name, address, port }) => {
				const file = join(workspaceRoot, 'test/system/containers/proxied-service.mjs');
				const service = await start(name, [process.execPath, file, name, address, port]);
				await service.firstLine('it listened', (line) => (line === 'listening' ? line : null), 120_000);
				return service;
			}),
		);
		if (one === undefined || two === undefined || n8n === undefined) throw new Error('An upstream is missing.');
		// Names of services come from this file alone, and only for Caddy.
		const withHosts = `mount --bind ${pod.hostsFile} /etc/hosts && exec "$@"`;
		const server = await start('caddy', [
			'unshare',
			'--mount',
			'sh',
			'-c',
			withHosts,
			'sh',
			caddy,
			'run',
			'--config',
			config,
		]);
		const authority = join(pod.folder, 'caddy/pki/authorities/local/root.crt');
		await server.whileRunning(
			'it had certificates',
			eventually(() => readFile(authority), isThere, 'its certificates'),
		);
		return new RunningProxy(pod, { one, two, n8n, caddy: server }, authority, checked, issuers);
	}

	/** One request by curl, in the proxy's network, that accepts only a certificate for the name. */
	async request(url: string, ...more: string[]): Promise<Reply> {
		const { hostname, port } = new URL(url);
		const to = ['443', '80', port].filter(Boolean).flatMap((each) => ['--resolve', `${hostname}:${each}:127.0.0.1`]);
		const options = ['--silent', '--show-error', '--include', '--path-as-is', '--cacert', this.authority, ...to];
		const [program, ...args] = this.pod.inside(['curl', ...options, ...more, url]);
		const text = await runCommand(program, args);
		const [head = '', ...body] = text.split('\r\n\r\n');
		const [first = '', ...lines] = head.split('\r\n');
		return {
			status: Number(first.split(' ')[1]),
			headers: Object.fromEntries(lines.map((line) => nameAndValue(line))),
			body: body.join('\r\n\r\n'),
		};
	}

	/** Kills a gateway. Its name still leads to it, as it does until Docker notices. */
	async stopGateway(name: 'one' | 'two'): Promise<void> {
		await this.services[name].stop();
	}

	async stop(): Promise<void> {
		for (const service of Object.values(this.services)) await service.stop();
	}
}

/** The same configuration with certificates of Caddy's own authority, which no machine is made to trust. */
function withOwnAuthority(adapted: z.infer<typeof adaptedSchema>): object {
	const tls = { automation: { policies: [{ issuers: [{ module: 'internal' }] }] } };
	const pki = { certificate_authorities: { local: { install_trust: false } } };
	return { ...adapted, apps: { ...adapted.apps, tls, pki } };
}

function nameAndValue(line: string): [name: string, value: string] {
	const at = line.indexOf(':');
	return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
}
