// @ts-check
import { listAt, textAt } from '../../json.mjs';

/** @typedef {import('../../n8n/rest-client.mjs').N8nClient} N8nClient */

/** The ids of the example flows that the steps use. The files in `examples/` have the same. */
export const FLOWS = /** @type {const} */ ({ retrain: 'akExampleRetrain', newLead: 'akExampleNewLead' });

/**
 * The newest execution of a flow that succeeded.
 * @param {N8nClient} client
 * @param {string} workflowId
 * @param {object} [only]
 * @param {string} [only.mode] n8n's word for what started it: `manual`, `trigger` …
 * @param {string} [only.startedAfter] ISO 8601
 * @returns {Promise<string | null>} its id
 */
export async function findSuccess(client, workflowId, { mode, startedAfter } = {}) {
	const filter = JSON.stringify({ workflowId, status: ['success'], ...(startedAfter ? { startedAfter } : {}) });
	const found = await client.request('GET', `/rest/executions?limit=20&filter=${encodeURIComponent(filter)}`);
	const execution = listAt(found, 'results').find((each) => mode === undefined || textAt(each, 'mode') === mode);
	return execution === undefined ? null : textAt(execution, 'id');
}
