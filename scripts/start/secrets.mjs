// @ts-check
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isRecord, parseJson, textAt } from '../json.mjs';
import { ReadableError } from '../readable-error.mjs';

/** Name of the file in a data folder. */
export const SECRETS_FILE = 'secrets.json';

/** The generators of the secrets. Each runs once per data folder. */
const MAKERS = {
	/** The sandbox's API key with all scopes, for n8n. */
	apiKey: () => `ak_local_${hex(24)}`,
	adminToken: () => hex(24),
	gatewayToken: () => hex(24),
	/** AES-256, base64. */
	encryptionKey: () => randomBytes(32).toString('base64'),
	n8nEncryptionKey: () => hex(24),
	/** n8n requires a digit and a capital. */
	ownerPassword: () => `A1${randomBytes(12).toString('base64url')}`,
	/** Opens the start page. It stands in the page's address. */
	startPage: () => hex(16),
};

/** @typedef {Record<keyof typeof MAKERS, string> & { workerKey: string }} Secrets */

/**
 * The secrets of a data folder; missing ones are created and kept, readable only by their owner.
 * @param {string} file
 * @returns {Promise<Secrets>}
 */
export async function loadSecrets(file) {
	const kept = parseJson(await readFile(file, 'utf8').catch(() => '{}'));
	const secret = (/** @type {keyof typeof MAKERS} */ name) => textAt(kept, name) || MAKERS[name]();
	const secrets = {
		apiKey: secret('apiKey'),
		adminToken: secret('adminToken'),
		gatewayToken: secret('gatewayToken'),
		encryptionKey: secret('encryptionKey'),
		n8nEncryptionKey: secret('n8nEncryptionKey'),
		ownerPassword: secret('ownerPassword'),
		startPage: secret('startPage'),
		workerKey: textAt(kept, 'workerKey'),
	};
	await saveSecrets(file, secrets);
	return secrets;
}

/**
 * One secret, as a start has kept it.
 * @param {string} file
 * @param {string} name
 * @returns {Promise<string>}
 * @throws {ReadableError} there has been no start yet, or it keeps no secret of this name
 */
export async function readSecret(file, name) {
	const kept = parseJson(
		await readFile(file, 'utf8').catch((/** @type {unknown} */ error) => {
			throw new ReadableError(`There are no secrets in ${dirname(file)} yet.`, 'Run "npm start" first.', {
				cause: error,
			});
		}),
	);
	const secret = textAt(kept, name);
	if (secret) return secret;
	const names = isRecord(kept) ? Object.keys(kept).filter((each) => textAt(kept, each)) : [];
	throw new ReadableError(`There is no secret "${name}".`, `Choose one of: ${names.join(', ')}.`);
}

/**
 * @param {string} file
 * @param {Secrets} secrets
 * @returns {Promise<void>}
 */
export async function saveSecrets(file, secrets) {
	await mkdir(dirname(file), { recursive: true, mode: 0o700 });
	await writeFile(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
}

/** @param {number} bytes */
function hex(bytes) {
	return randomBytes(bytes).toString('hex');
}
