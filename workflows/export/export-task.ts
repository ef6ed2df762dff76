import { proxyActivities, workflowInfo } from '@temporalio/workflow';
import { beginNewHistory } from '../task/begin-new-history';
import type { ExportFileActivities, ExportReadActivities } from './activities';
import type { AgentActivities } from '../task/agent-activities';
import { apiBulkRead, apiRead, fileWork } from '../task/activity-options';
import { ASSEMBLIES_QUEUE } from '../task-queues';
import type { TaskArgs } from '../task/task-args';
import type { LeadExportInput } from './contract';
import type { ExportState } from './state';

/** What the parts of the task share. */
export class ExportTask {
	readonly input: LeadExportInput;
	/** The same in each history of a run, and another one when the task is started again. */
	readonly run = workflowInfo().firstExecutionRunId;
	readonly agents: AgentActivities;
	readonly read: ExportReadActivities;
	readonly files: Pick<ExportFileActivities, 'discardChunks'>;
	readonly assembly: Pick<ExportFileActivities, 'assembleExport'>;

	constructor(
		private readonly args: TaskArgs<LeadExportInput>,
		readonly state: ExportState,
	) {
		this.input = args.input;
		this.agents = proxyActivities<AgentActivities>(apiRead(this.input.connection));
		this.read = proxyActivities<ExportReadActivities>(apiBulkRead(this.input.connection));
		this.files = proxyActivities<ExportFileActivities>(fileWork());
		this.assembly = proxyActivities<ExportFileActivities>({ ...fileWork(), taskQueue: ASSEMBLIES_QUEUE });
	}

	/** Begins a new history. Call it only where the state says all and nothing is under way. */
	continueAsNew(): Promise<never> {
		return beginNewHistory(this.args, this.state);
	}
}
