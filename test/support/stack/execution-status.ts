import { eventually, isThere } from '../time/eventually';
import { textAt } from '../../../scripts/json.mjs';
import type { N8nClient } from '../../../scripts/n8n/rest-client.mjs';

/** @returns n8n's word for where the execution stands: `running`, `waiting`, `success`, `error` … */
export async function statusOf(client: N8nClient, executionId: string): Promise<string> {
	return textAt(await client.request('GET', `/rest/executions/${executionId}`), 'status');
}

/** Waits until an execution has one of the statuses. @returns the execution, its data still as n8n packs them */
export async function untilStatus(
	client: N8nClient,
	executionId: string,
	statuses: string[],
): Promise<{ status: string; data: string }> {
	return eventually(
		async () => {
			const execution = await client.request('GET', `/rest/executions/${executionId}`);
			const status = textAt(execution, 'status');
			return statuses.includes(status) ? { status, data: textAt(execution, 'data') } : null;
		},
		isThere,
		`Execution ${executionId} as ${statuses.join(' or ')}`,
		{ everyMs: 500, looks: 720 },
	);
}
