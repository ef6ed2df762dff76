import { type INode, type INodeExecutionData, type IRun, type ITriggerResponse, Workflow } from 'n8n-workflow';
import type { WorkflowActivateMode, WorkflowExecuteMode } from 'n8n-workflow';
import { AgentKnowledgeSyncedLeadTrigger } from '../../../task-nodes/nodes/AgentKnowledgeSyncedLeadTrigger/AgentKnowledgeSyncedLeadTrigger.node';
import type { GatewayCredential } from './credentials';
import { additionalDataFor } from '../nodes/additional-data';
import { TriggerContext } from '../nodes/n8n-core';

/** How the test's flow ends for the leads of one execution: with a run, or with what n8n rejects its promise with. */
export type FlowEnd = (leadIds: number[]) => Promise<IRun>;

export interface TriggerRun {
	/** Lead ids by execution. */
	executions: number[][];
	/** Items of a test in the editor. */
	shown: INodeExecutionData[];
	/** Errors that n8n shows for the flow. */
	errors: Error[];
	failedExecutions: Error[];
	close(): Promise<void>;
}

export interface TriggerFlow {
	credential: GatewayCredential;
	parameters: INode['parameters'];
	mode?: WorkflowExecuteMode;
	activation?: WorkflowActivateMode;
	ends?: FlowEnd;
}

/** A run as n8n resolves its promise with. */
export function runWith(fields: object, resultData: object = {}): IRun {
	return {
		data: { resultData: { runData: {}, ...resultData } },
		mode: 'trigger',
		startedAt: new Date(),
		...fields,
	} as IRun;
}

export const SUCCESS = runWith({ status: 'success' });

/** Publishes a flow with the trigger in n8n's own context for triggers. Executions are the test's. */
export async function publish({
	credential,
	parameters,
	mode = 'trigger',
	activation = 'activate',
	ends,
}: TriggerFlow): Promise<TriggerRun> {
	const type = new AgentKnowledgeSyncedLeadTrigger();
	const node: INode = {
		id: 'node-1',
		name: 'Leads',
		type: 'agentKnowledgeSyncedLeadTrigger',
		typeVersion: 1,
		position: [0, 0],
		credentials: { agentKnowledgeGatewayApi: { id: 'c1', name: 'Gateway' } },
		parameters,
	};
	const typeOf = () => type;
	const nodeTypes = { getByName: typeOf, getByNameAndVersion: typeOf, getKnownTypes: () => ({}) };
	const workflow = new Workflow({
		id: 'flow-1',
		name: 'Leads to CRM',
		nodes: [node],
		connections: {},
		active: true,
		nodeTypes,
	});
	const run: TriggerRun = {
		executions: [],
		shown: [],
		errors: [],
		failedExecutions: [],
		close: () => Promise.resolve(),
	};
	const context = new TriggerContext(
		workflow,
		node,
		additionalDataFor(workflow, credential),
		mode,
		activation,
		([items = []], _response, done) => {
			run.shown = items;
			if (done === undefined) return;
			const ids = items.map(({ json }) => Number(json['id']));
			run.executions.push(ids);
			void (ends?.(ids) ?? Promise.resolve(SUCCESS)).then(
				(end) => {
					done.resolve(end);
				},
				(error: unknown) => {
					done.reject(error as Error);
				},
			);
		},
		(error) => run.errors.push(error),
		(error) => run.failedExecutions.push(error),
	);
	await workflow.expression.acquireIsolate();
	const response: ITriggerResponse = await type.trigger.call(context);
	await response.manualTriggerFunction?.();
	run.close = async () => response.closeFunction?.();
	return run;
}
