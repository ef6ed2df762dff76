import { readFileSync } from 'node:fs';
import type { Config } from './schema';
import { ConfigError } from './config-error';

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
