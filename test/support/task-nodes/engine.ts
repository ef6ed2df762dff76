import { createRunExecutionData } from 'n8n-workflow';
import type { IRunExecutionData, IWorkflowExecuteAdditionalData, Workflow, WorkflowExecuteMode } from 'n8n-workflow';
import type { GatewayCredential } from './credentials';
import { additionalDataFor } from '../nodes/additional-data';
import { entryTo, execute } from '../nodes/execute';

/** An execution of n8n's own engine, with n8n's addresses, that can wait and be resumed. */
export interface Execution {
	workflow: Workflow;
	/** As n8n stores it: parsed from text, so that nothing survives a wait but what can be stored. */
	data: IRunExecutionData;
	waiting: boolean;
	error: Error | undefined;
	additionalData: IWorkflowExecuteAdditionalData;
	/** The texts of the items behind one of the outputs. */
	shown(output: 'Done' | 'Not Done' | 'Task'): string[];
}

/**
 * @param startedAt the execution began then, in milliseconds since the epoch, and runs once more. Default: it begins now
 * @param mode what starts the execution. Default: a person in the editor
 */
export async function run(
	workflow: Workflow,
	credential: GatewayCredential,
	{ startedAt, mode }: { startedAt?: number; mode?: WorkflowExecuteMode } = {},
): Promise<Execution> {
	const start = workflow.getNode('Source');
	if (start === null) throw new Error('The flow has no node Source.');
	const data = createRunExecutionData({
		executionData: {
			nodeExecutionStack: [entryTo(start)],
			...(startedAt !== undefined && { runtimeData: { version: 1, establishedAt: startedAt, source: 'manual' } }),
		},
		resumeToken: 'resume-token',
	});
	return await proceed(workflow, data, additionalDataFor(workflow, credential), mode);
}

/** Runs the engine until the flow ends or waits. */
export async function proceed(
	workflow: Workflow,
	data: IRunExecutionData,
	additionalData: IWorkflowExecuteAdditionalData,
	mode?: WorkflowExecuteMode,
): Promise<Execution> {
	const run = await execute(workflow, data, additionalData, { mode });
	const stored = JSON.parse(JSON.stringify(run.data)) as IRunExecutionData;
	return {
		workflow,
		data: stored,
		waiting: run.status === 'waiting',
		error: run.data.resultData.error,
		additionalData,
		shown: (output) =>
			(stored.resultData.runData[output]?.at(-1)?.data?.['main']?.[0] ?? []).map(({ json }) =>
				typeof json['text'] === 'string' ? json['text'] : JSON.stringify(json),
			),
	};
}
