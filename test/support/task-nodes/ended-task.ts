import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { TaskType } from '../../../workflows/contracts';
import { callBack } from './callback';
import { run } from './engine';
import type { TestFlow } from './flow';
import type { TaskGateway } from './gateway';
import { waitingFlow } from './waiting-flow';

const AGENT = 'agent_a';
const chosen = { agents: 'chosen', agentIds: [AGENT] };

/** The fields of the node for each task that can be waited for. */
export const FIELDS = {
	'email-send-with-review': {
		resource: 'email',
		operation: 'sendAfterApproval',
		reviewers: 'lead@shop.example',
		to: 'ada@client.example',
		subject: 'Hello',
		content: 'A text',
	},
	'add-sources': {
		resource: 'source',
		operation: 'addMany',
		sources: { source: [{ type: 'url', url: 'https://www.example.com/help' }] },
	},
	'knowledge-sync': {
		resource: 'knowledge',
		operation: 'keepInStep',
		set: 'Handbook',
		question: '={{ $json.agent }}',
		answer: 'An answer',
	},
	'retrain-and-wait': { resource: 'agent', operation: 'retrain' },
	'nightly-retrain': { resource: 'agent', operation: 'retrainMany', ...chosen },
	'lead-export': { resource: 'lead', operation: 'export', ...chosen },
	'conversation-export': { resource: 'conversation', operation: 'export', ...chosen },
	'weekly-report': { resource: 'agent', operation: 'report', ...chosen },
	'bulk-action': { resource: 'task', operation: 'actOnMany', options: { status: 'failed' } },
	'for-each-connection': { resource: 'task', operation: 'startForEachConnection', selector: '!client' },
} satisfies Partial<Record<TaskType, TestFlow['parameters']>>;
export type Waited = keyof typeof FIELDS;

/** The node of a task of the type, with the fields that it needs. */
export function fieldsOf(type: Waited, more: TestFlow['parameters'] = {}): TestFlow['parameters'] {
	const fields: Record<string, unknown> = FIELDS[type];
	const options = { ...optionsIn(fields), ...optionsIn(more) };
	return { ...FIELDS[type], agentId: { __rl: true, mode: 'id', value: AGENT }, ...more, options };
}

function optionsIn({ options }: Record<string, unknown>): INodeParameters {
	return typeof options === 'object' && options !== null ? { ...options } : {};
}

export interface NodeOutputs {
	done: INodeExecutionData[];
	notDone: INodeExecutionData[];
}

/**
 * Runs a task of the type in the node, ends it at the gateway, and gives the items of both outputs.
 * @param end what the task has then; for an end that depends on its ID, a function
 */
export async function ended(
	gateway: TaskGateway,
	type: Waited,
	end: object | ((id: string) => Promise<object>),
	more: TestFlow['parameters'] = {},
): Promise<NodeOutputs> {
	const flow = waitingFlow([AGENT], { parameters: fieldsOf(type, more) });
	const execution = await run(flow, gateway.credential);
	expect(execution.error).toBeUndefined();
	const [task] = await gateway.tasks();
	Object.assign(task ?? {}, { stage: 'completed' }, typeof end === 'function' ? await end(task?.id ?? '') : end);
	gateway.endWaits('completed');
	const { resumed } = await callBack(execution, { waitId: gateway.onlyWait().id });
	const [done, notDone] = resumed?.data.resultData.runData['Task']?.at(-1)?.data?.['main'] ?? [];
	return { done: done ?? [], notDone: notDone ?? [] };
}
