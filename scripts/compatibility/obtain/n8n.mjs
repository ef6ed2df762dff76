// @ts-check
import { readFileSync } from 'node:fs';
import { parseJson, textAt } from '../../json.mjs';
import { installN8n } from '../../n8n/install-n8n.mjs';
import { runCommand } from '../../processes/run-command.mjs';
import { messageOf, ReadableError } from '../../readable-error.mjs';
import { VersionUnavailableError } from './version-unavailable.mjs';

/** The release that all tests use. */
const PINNED = textAt(
	parseJson(readFileSync(new URL('../../n8n/install/package.json', import.meta.url), 'utf8')),
	'dependencies',
	'n8n',
);

/** The oldest release of n8n 2, for the package that works with every n8n 2. */
export const OLDEST_N8N = ['2.0.0'];

/**
 * The task nodes support 2.40 and newer. Of these, the oldest that installs, the pinned one, the newest that installs, and
 * the one that npm calls its latest. npm lacks packages that 2.40.0 (`@n8n/ai-utilities@0.33.0`) and 2.40.1
 * (`n8n-editor-ui@2.40.1`) need.
 */
export const N8N_VERSIONS = ['2.40.2', PINNED, '2.41.1', '2.41.3'];

/** @type {import('../products.mjs').Obtain} */
export async function obtainN8n(version, options) {
	const other = version === PINNED ? undefined : version;
	const { node, cli } = await installN8n({ ...options, version: other }).catch((/** @type {unknown} */ error) => {
		const [, missing] = /No matching version found for (\S+)/.exec(messageOf(error)) ?? [];
		if (missing === undefined) throw error;
		throw new VersionUnavailableError(`npm has no ${missing}, which it needs`, '', { cause: error });
	});
	const printed = await runCommand(node, [cli, '--version']);
	if (!printed.includes(version)) {
		throw new ReadableError(`The installation of n8n ${version} holds another: ${printed.trim()}.`);
	}
	return other === undefined ? {} : { TEST_N8N_VERSION: other };
}
