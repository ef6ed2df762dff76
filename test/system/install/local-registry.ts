import { readFile } from 'node:fs/promises';
import { request as requestOf, type RequestListener } from 'node:http';
import { join } from 'node:path';
import type { N8nInstallation } from '../../../scripts/n8n/installation.mjs';
import { publishedPackages } from '../../../scripts/release/packages/published-packages.mjs';
import { tarballOf } from '../../../scripts/release/packages/tarball-of.mjs';
import { runCommand } from '../../../scripts/processes/run-command.mjs';
import { type Registry, startRegistry } from '../../../scripts/release/registry/start-registry.mjs';
import { startVendorHosts } from '../../support/crm/vendor-hosts';

export interface LocalRegistry {
	/** The settings with which n8n's installer reaches it. */
	env: NodeJS.ProcessEnv;
	stop(): Promise<void>;
}

/**
 * A registry with both n8n packages, published from their tarballs. n8n takes packages from one host, which is in its
 * code: another one needs a licence. So a proxy, as a company has it, answers for this host from the registry here.
 */
export async function startLocalRegistry(installation: N8nInstallation, folder: string): Promise<LocalRegistry> {
	const registry = await startRegistry({ folder: join(folder, 'registry'), node: installation.node });
	try {
		for (const published of publishedPackages.filter(({ isForN8n }) => isForN8n)) {
			const tarball = await tarballOf(published, join(folder, 'packed'));
			await runCommand('npm', ['publish', '--userconfig', registry.npmrc, tarball], { cwd: folder });
		}
		const hosts = await startVendorHosts({ [await registryHostOf(installation)]: forwardTo(registry) });
		const stop = async () => {
			await hosts.close();
			await registry.stop();
		};
		// npm trusts what it is given here, and not always what Node is given.
		const npm = { npm_config_cafile: hosts.env.NODE_EXTRA_CA_CERTS, npm_config_cache: join(folder, 'npm-cache') };
		return { env: { ...hosts.env, ...npm }, stop };
	} catch (error) {
		await registry.stop();
		throw error;
	}
}

/** The host of the only registry that n8n uses without a licence, from its own code. */
async function registryHostOf({ cli }: N8nInstallation): Promise<string> {
	const file = join(cli, '../../dist/modules/community-packages/community-packages.service.js');
	const url = /DEFAULT_REGISTRY = '([^']+)'/.exec(await readFile(file, 'utf8'))?.[1];
	if (url === undefined) throw new Error(`${file} names no registry.`);
	return new URL(url).host;
}

/** The registry writes the addresses of tarballs after the host that it is asked by. */
function forwardTo({ port }: Registry): RequestListener {
	return (request, response) => {
		const { method, url, headers } = request;
		const forwarded = { ...headers, 'x-forwarded-proto': 'https' };
		const onward = requestOf({ host: '127.0.0.1', port, method, path: url, headers: forwarded }, (answer) => {
			response.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(response);
		});
		onward.on('error', () => response.writeHead(502).end());
		request.pipe(onward);
	};
}
