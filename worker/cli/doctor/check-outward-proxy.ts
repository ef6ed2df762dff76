import { ProxyError, proxyFor } from '../../../api';
import type { Config } from '../../config';
import { kindOf } from '../../destinations';
import { type Check, fail, ok, warn } from './check';

const NAME = 'proxy';
const VARIABLES = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY'];
const NEVER = 'Temporal, PostgreSQL and the mail server are reached without a proxy.';
const RESOLVES =
	'The proxy resolves the names of receivers itself: let it refuse private addresses, because events.webhookHosts allows every public host.';

/** Which requests leave through the proxy of the environment. Without such a proxy there is nothing to say. */
export function checkOutwardProxy(config: Config, env: NodeJS.ProcessEnv = process.env): Check[] {
	const isSet = VARIABLES.some((name) => env[name] || env[name.toLowerCase()]);
	if (!isSet) return [];
	const ways = targetsOf(config).map((url) => ({ host: new URL(url).host, proxy: wayTo(url) }));
	const broken = ways.find(({ proxy }) => proxy instanceof ProxyError);
	if (broken !== undefined)
		return [fail(NAME, `${String(broken.proxy)}.`.replace(/^ProxyError: /, ''), 'Correct the variable, and restart.')];
	const direct = ways.filter(({ proxy }) => proxy === null).map(({ host }) => host);
	const proxied = ways.filter(({ proxy }) => proxy !== null).map(({ host }) => host);
	const found = [
		`${listed(proxied)} through the proxy of HTTPS_PROXY or HTTP_PROXY; ${listed(direct)} without it.`,
		...[NEVER, ...(config.events.webhookHosts.some((host) => host.startsWith('*:')) ? [RESOLVES] : [])],
	].join(' ');
	const networks = (env['no_proxy'] || env['NO_PROXY'] || '').split(/[,\s]/).filter((each) => each.includes('/'));
	if (networks.length === 0) return [ok(NAME, found)];
	const todo = 'Name hosts, as host, .suffix or host:port, each with a comma behind it.';
	return [warn(NAME, `${found} ${networks.join(', ')} in NO_PROXY has no effect.`, todo)];
}

function wayTo(url: string): URL | ProxyError | null {
	try {
		return proxyFor(url);
	} catch (error) {
		if (error instanceof ProxyError) return error;
		throw error;
	}
}

/** The addresses that the configuration names, without what is stored at the gateway. */
function targetsOf({ connections, destinations, buckets, blobs, telemetry, gateway }: Config): string[] {
	const named = [
		...Object.values(connections).map(({ baseUrl }) => baseUrl),
		...Object.values(destinations).map((each) => kindOf(each.type).httpAddress?.(each)),
		...[...Object.values(buckets), ...(blobs.s3 === undefined ? [] : [blobs.s3])].map(
			({ endpoint, region }) => endpoint ?? `https://s3.${region}.amazonaws.com`,
		),
		...[telemetry.tracesEndpoint, gateway.publicUrl],
		...gateway.callbackHosts.map((host) => `${host.endsWith(':443') ? 'https' : 'http'}://${host}`),
	];
	return named.filter((url) => url !== undefined);
}

function listed(hosts: readonly string[]): string {
	return hosts.length === 0 ? 'none' : [...new Set(hosts)].join(', ');
}
