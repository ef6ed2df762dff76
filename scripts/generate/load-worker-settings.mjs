// @ts-check
import { compiled } from './compiled.mjs';

/** @typedef {Readonly<Record<string, readonly string[]>>} SecretsOfDestinations names of settings, by the type */

/**
 * The schema of the worker's configuration as a JSON schema of draft 7, and the secrets of each kind of destination. The
 * schema describes what a file may have, so settings with a default are optional.
 * @returns {Promise<{ schema: Record<string, unknown>, secretsOfDestinations: SecretsOfDestinations }>}
 */
export async function loadWorkerSettings() {
	const contents = `
		export { configSchema } from './schema';
		export { DESTINATION_KINDS } from '../destinations/kinds';
		export { z } from 'zod';
	`;
	const { configSchema, DESTINATION_KINDS, z } =
		/** @type {Pick<typeof import('../../worker/config/schema.js'), 'configSchema'> & typeof import('../../worker/destinations/kinds.js') & typeof import('zod')} */ (
			await compiled('settings', { in: 'worker/config', contents })
		);
	return {
		schema: { ...z.toJSONSchema(configSchema, { io: 'input', unrepresentable: 'any', target: 'draft-7' }) },
		secretsOfDestinations: Object.fromEntries(DESTINATION_KINDS.map(({ type, secrets }) => [type, secrets])),
	};
}
