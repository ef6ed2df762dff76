// @ts-check
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { workspaceRoot } from '../build/workspace-root.mjs';

/**
 * The schema of the worker's configuration as a JSON schema of draft 7, compiled without a build. It describes what a
 * file may have, so settings with a default are optional.
 * @returns {Promise<Record<string, unknown>>}
 */
export async function loadWorkerSettings() {
	const folder = await mkdtemp(path.join(tmpdir(), 'agent-knowledge-settings-'));
	const outfile = path.join(folder, 'settings.cjs');
	try {
		await build({
			stdin: {
				contents: "export { configSchema } from './schema'; export { z } from 'zod';",
				resolveDir: path.join(workspaceRoot, 'worker/config'),
				loader: 'ts',
			},
			bundle: true,
			outfile,
			// Some dependencies require each other.
			format: 'cjs',
			platform: 'node',
			target: 'node20.19',
			logLevel: 'warning',
		});
		/** @type {unknown} */
		const loaded = createRequire(import.meta.url)(outfile);
		const { configSchema, z } =
			/** @type {Pick<typeof import('../../worker/config/schema.js'), 'configSchema'> & typeof import('zod')} */ (
				loaded
			);
		return { ...z.toJSONSchema(configSchema, { io: 'input', unrepresentable: 'any', target: 'draft-7' }) };
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
