// @ts-check
import { compiled } from './compiled.mjs';

/**
 * The schema of the worker's configuration as a JSON schema of draft 7. It describes what a file may have, so settings
 * with a default are optional.
 * @returns {Promise<Record<string, unknown>>}
 */
export async function loadWorkerSettings() {
	const contents = "export { configSchema } from './schema'; export { z } from 'zod';";
	const { configSchema, z } =
		/** @type {Pick<typeof import('../../worker/config/schema.js'), 'configSchema'> & typeof import('zod')} */ (
			await compiled('settings', { in: 'worker/config', contents })
		);
	return { ...z.toJSONSchema(configSchema, { io: 'input', unrepresentable: 'any', target: 'draft-7' }) };
}
