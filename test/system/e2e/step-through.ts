import { textAt } from '../../../scripts/json.mjs';
import type { Execution, RunData } from '../../support/stack/execution';
import type { Flows } from './use-flows';

/** Executes one node on the data of the nodes before it, as the editor's "Execute step" does. */
export async function executeStep(
	flows: Flows,
	workflowId: string,
	node: string,
	runData: RunData,
): Promise<Execution> {
	return run(flows, workflowId, node, { runData, dirtyNodeNames: [] });
}

/** Executes a trigger alone, as the first step of a person who builds. */
export async function executeTrigger(flows: Flows, workflowId: string, trigger: string): Promise<Execution> {
	return run(flows, workflowId, trigger, { triggerToStartFrom: { name: trigger } });
}

/**
 * Executes the nodes one after the other, as a person does who builds with what a trigger has received.
 * @param whole the execution that the trigger's data is from
 * @throws if a step fails, or executes more than its node
 */
export async function stepThrough(
	flows: Flows,
	workflowId: string,
	{ whole, trigger, nodes }: { whole: Execution; trigger: string; nodes: readonly string[] },
): Promise<Execution> {
	let last = whole;
	const done = [trigger];
	for (const node of nodes) {
		last = await executeStep(flows, workflowId, node, last.runData(...done));
		if (last.status !== 'success' || last.runs(node) !== 1)
			throw new Error(`The step ${node} ended as ${last.status}, in execution ${last.id}.`);
		done.push(node);
	}
	return last;
}

async function run(flows: Flows, workflowId: string, node: string, how: object): Promise<Execution> {
	const { client } = flows.running.n8n;
	const started = await client.request('POST', `/rest/workflows/${workflowId}/run`, {
		workflowData: await client.request('GET', `/rest/workflows/${workflowId}`),
		destinationNode: { nodeName: node, mode: 'inclusive' },
		...how,
	});
	return flows.untilEnded(textAt(started, 'executionId'));
}
