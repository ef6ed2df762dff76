// @ts-check
import { build } from 'esbuild';
import { workspaceRoot } from '../build/workspace-root.mjs';

/**
 * The contract's table, compiled in memory: it needs no build.
 * @returns {Promise<Contract>}
 *
 * @typedef {Pick<typeof import('../../api/index.js'), 'operations' | 'notShownSchema' | 'LIMITS' | 'UPLOAD_TYPES'>} Contract
 */
export async function loadContract() {
	const { outputFiles } = await build({
		stdin: {
			contents: [
				"export { operations } from './operations';",
				"export { notShownSchema } from './schemas';",
				"export { LIMITS } from './limits';",
				"export { UPLOAD_TYPES } from './upload-types';",
			].join('\n'),
			resolveDir: `${workspaceRoot}/api`,
			loader: 'ts',
		},
		bundle: true,
		write: false,
		format: 'esm',
		platform: 'node',
		target: 'node20.19',
		logLevel: 'warning',
	});
	const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
	/** @type {unknown} */
	const contract = await import(`data:text/javascript;base64,${code}`);
	return /** @type {Contract} */ (contract);
}
