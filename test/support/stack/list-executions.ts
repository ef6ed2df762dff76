import { z } from 'zod';
import type { N8nClient } from '../../../scripts/n8n/rest-client.mjs';

/** The most that n8n lists at once. */
const PAGE = 100;
const listedSchema = z.looseObject({ id: z.string(), status: z.string() });

export type ListedExecution = z.infer<typeof listedSchema>;

/** All executions of a flow, the newest first. @param before the id of the last one that is listed already */
export async function listExecutions(
	client: N8nClient,
	workflowId: string,
	before?: string,
): Promise<ListedExecution[]> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId }));
	const last = before === undefined ? '' : `&lastId=${before}`;
	const listed = await client.request('GET', `/rest/executions?limit=${PAGE}${last}&filter=${filter}`);
	const { results } = z.object({ results: z.array(listedSchema) }).parse(listed);
	if (results.length < PAGE) return results;
	return [...results, ...(await listExecutions(client, workflowId, results.at(-1)?.id))];
}
