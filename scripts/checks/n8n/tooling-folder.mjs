// @ts-check
import { fileURLToPath } from 'node:url';
import { toolingFolder as installed } from '../../cache/tooling-folder.mjs';

/**
 * The folder with n8n's own lint and scanner.
 * @returns {Promise<string>} a folder with node_modules
 */
export function toolingFolder() {
	return installed({ name: 'n8n-checks', manifestFolder: fileURLToPath(new URL('tooling', import.meta.url)) });
}
