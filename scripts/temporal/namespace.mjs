// @ts-check
import { parseJson, textAt } from '../json.mjs';
import { runCommand } from '../processes/run-command.mjs';
import { ReadableError } from '../readable-error.mjs';
import { waitUntil } from '../processes/wait-until.mjs';

export const NAMESPACE = 'agent-knowledge';

/** A caller's key is known as long as the namespace keeps ended workflows: 30 days. */
export const RETENTION_HOURS = 720;

/**
 * Sets how long a namespace keeps ended workflows, and checks it: the dev server creates its own with 24 hours.
 * @param {object} options
 * @param {string} options.binary the `temporal` program
 * @param {string} options.address
 * @param {string} options.namespace
 * @returns {Promise<void>}
 */
export async function keepFor({ binary, address, namespace }) {
	const where = ['--namespace', namespace, '--address', address];
	if ((await retentionHours(binary, where)) === RETENTION_HOURS) return;
	await runCommand(binary, ['operator', 'namespace', 'update', '--retention', `${RETENTION_HOURS}h`, ...where]);
	const hours = await retentionHours(binary, where);
	if (hours !== RETENTION_HOURS) {
		throw new ReadableError(
			`Temporal keeps ended workflows of the namespace ${namespace} for ${hours} h instead of ${RETENTION_HOURS} h.`,
			`Run: temporal operator namespace update --namespace ${namespace} --retention ${RETENTION_HOURS}h`,
		);
	}
}

/**
 * @param {string} binary
 * @param {string[]} where
 * @returns {Promise<number>}
 */
async function retentionHours(binary, where) {
	return waitUntil('The namespace', async () => {
		const described = await runCommand(binary, ['operator', 'namespace', 'describe', '--output', 'json', ...where]);
		return hoursOf(parseJson(described));
	});
}

/**
 * Reads the retention from the output of `namespace describe`, which has it in seconds: `2592000s`.
 * @param {unknown} described
 * @returns {number}
 */
export function hoursOf(described) {
	return Number.parseInt(textAt(described, 'config', 'workflowExecutionRetentionTtl'), 10) / 3600;
}
