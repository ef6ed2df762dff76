import type {
	IExecuteData,
	INode,
	IRun,
	IRunExecutionData,
	IWorkflowExecuteAdditionalData,
	Workflow,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { WorkflowExecute } from './n8n-core';

interface Options {
	/** What starts the execution. Default: a person in the editor. */
	mode?: WorkflowExecuteMode;
	/** Stops the execution when it is aborted, as the editor's Stop button does. */
	stop?: AbortSignal;
}

/** How an execution enters its first node: with one empty item. */
export function entryTo(node: INode): IExecuteData {
	return { node, data: { main: [[{ json: {} }]] }, source: null };
}

/** Runs n8n's engine until the flow ends or waits. */
export async function execute(
	workflow: Workflow,
	data: IRunExecutionData,
	additionalData: IWorkflowExecuteAdditionalData,
	{ mode = 'manual', stop }: Options = {},
): Promise<IRun> {
	await workflow.expression.acquireIsolate();
	const execution = new WorkflowExecute(additionalData, mode, data).processRunExecutionData(workflow);
	stop?.addEventListener('abort', () => execution.cancel());
	return await execution;
}
