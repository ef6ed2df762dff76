import { readFileSync } from 'node:fs';
import { ConfigError } from './config-error';
import type { Config } from './schema';

/** The temporal section with the certificates read. @throws ConfigError when a file cannot be read */
export function temporalSettings({ temporal: { address, namespace, tls, apiKey } }: Config) {
	return {
		address,
		namespace,
		...(apiKey === undefined ? {} : { apiKey }),
		...(tls === undefined ? {} : { tls: typeof tls === 'boolean' ? tls : tlsSettings(tls) }),
	};
}

type TlsFiles = Exclude<Config['temporal']['tls'], boolean | undefined>;

function tlsSettings({ serverName, caFile, certFile, keyFile }: TlsFiles) {
	return {
		...(serverName === undefined ? {} : { serverNameOverride: serverName }),
		...(caFile === undefined ? {} : { serverRootCACertificate: read('caFile', caFile) }),
		...(certFile === undefined || keyFile === undefined
			? {}
			: { clientCertPair: { crt: read('certFile', certFile), key: read('keyFile', keyFile) } }),
	};
}

function read(setting: string, path: string): Buffer {
	try {
		return readFileSync(path);
	} catch (error) {
		const message = `names a file that cannot be read (${String(error)})`;
		throw new ConfigError('the configuration', [{ path: `temporal.tls.${setting}`, message }]);
	}
}

const HIGHEST_PORT = 65_535;

/**
 * Where a process serves its metrics and its readiness, and the setting that says so; null: nowhere. One with a gateway
 * always does, by default beside the gateway's port and on this machine alone; port 0 takes any free one for both.
 */
export function operationsAddress(
	{ gateway: { port }, telemetry: { gatewayAddress, workerAddress } }: Config,
	roles: { gateway: boolean },
): { address: string; setting: string } | null {
	if (!roles.gateway)
		return workerAddress === undefined ? null : { address: workerAddress, setting: 'telemetry.workerAddress' };
	const beside = port === 0 ? 0 : port === HIGHEST_PORT ? port - 1 : port + 1;
	return { address: gatewayAddress ?? `127.0.0.1:${beside}`, setting: 'telemetry.gatewayAddress' };
}
