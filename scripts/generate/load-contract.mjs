// @ts-check
import { compiled } from './compiled.mjs';

/**
 * The contract's table.
 * @returns {Promise<Contract>}
 *
 * @typedef {Pick<typeof import('../../api/index.js'), 'operations' | 'notShownSchema' | 'LIMITS' | 'UPLOAD_TYPES'>} Contract
 */
export async function loadContract() {
	const contents = [
		"export { operations } from './operations';",
		"export { notShownSchema } from './schemas';",
		"export { LIMITS } from './limits';",
		"export { UPLOAD_TYPES } from './upload-types';",
	].join('\n');
	return /** @type {Contract} */ (await compiled('contract', { in: 'api', contents }));
}
