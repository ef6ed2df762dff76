import { textAt } from '../../scripts/json.mjs';
import type { Json } from '../support/stack/execution';
import type { Flows } from './use-flows';

/**
 * Executes one node after the other, as a person does with "Execute step": each step gets what the steps before have
 * left in the editor.
 * @param nodes the trigger first, then each node of one way through the flow
 * @returns how each step ended, and how often its node ran in it
 */
export async function stepThrough(
	flows: Flows,
	workflowId: string,
	nodes: readonly string[],
): Promise<Array<{ node: string; status: string; runs: number }>> {
	const { client } = flows.running.n8n;
	const ends: Array<{ node: string; status: string; runs: number }> = [];
	let runData: Json = {};
	for (const [index, node] of nodes.entries()) {
		const started = await client.request('POST', `/rest/workflows/${workflowId}/run`, {
			workflowData: await client.request('GET', `/rest/workflows/${workflowId}`),
			destinationNode: { nodeName: node, mode: 'inclusive' },
			...(index === 0 ? { triggerToStartFrom: { name: node } } : { runData, dirtyNodeNames: [] }),
		});
		const execution = await flows.untilEnded(textAt(started, 'executionId'));
		ends.push({ node, status: execution.status, runs: execution.runs(node) });
		runData = { ...runData, ...execution.runData };
	}
	return ends;
}

/** How the steps end if all is well. */
export function allSteps(nodes: readonly string[]) {
	return nodes.map((node) => ({ node, status: 'success', runs: 1 }));
}
