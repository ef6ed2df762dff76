import { proxyActivities, workflowInfo } from '@temporalio/workflow';
import { ASSEMBLIES_QUEUE } from '../task-queues';
import type { AgentActivities } from '../task/activities';
import { API_BULK_READ, API_READ, fileWork } from '../task/activity-options';
import { apiCalls } from '../task/dispatch-calls';
import { newProgress, type ProgressState } from '../task/progress';
import { continueTaskAsNew, type TaskArgs } from '../task/continue-as-new';
import type { AttemptsThatCount } from '../list-reading/attempts';
import type { ExportFileActivities, ExportReadActivities, PartsOfRun } from './activities';
import type { LeadExportInput } from './contract';
import { type ListReading, newListReading } from '../list-reading/read-list';

/** What the parts of the task share. */
export class ExportTask {
	readonly input: LeadExportInput;
	/** The same in each history of a run; a restarted task gets a new one. */
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
		this.agents = apiCalls<AgentActivities>(this.input.connection, 'read', API_READ);
		this.read = apiCalls<ExportReadActivities>(this.input.connection, 'pages', API_BULK_READ);
		this.files = proxyActivities<ExportFileActivities>(fileWork());
		this.assembly = proxyActivities<ExportFileActivities>({ ...fileWork(), taskQueue: ASSEMBLIES_QUEUE });
	}

	/** Continues as new. Call it only if the state is complete and no activity runs. */
	continueAsNew(): Promise<never> {
		return continueTaskAsNew(this.args, this.state);
	}
}

/** The agent whose leads are being read. */
export interface Reading extends ListReading<number> {
	agentId: string;
	/** Milliseconds since 1970. */
	since: number;
}

/** Everything a task must not lose when it continues as new. */
export interface ExportState {
	/** ISO 8601 UTC. */
	asOf: string;
	/** Null until they are known. */
	agentIds: string[] | null;
	/** Agents whose leads are all read. */
	agentsRead: number;
	gone: string[];
	reading: Reading | null;
	/** Leads that were read of the agents before. */
	leadsBefore: number;
	chunks: number;
	attempts: AttemptsThatCount;
	parts: PartsOfRun;
	pages: number;
	stepsBack: number;
	/** Milliseconds since 1970: when progress was last reported. */
	toldAt: number;
	progress: ProgressState;
}

export function newExportState(): ExportState {
	return {
		asOf: new Date().toISOString(),
		agentIds: null,
		agentsRead: 0,
		gone: [],
		reading: null,
		leadsBefore: 0,
		chunks: 0,
		attempts: {},
		parts: [],
		pages: 0,
		stepsBack: 0,
		toldAt: 0,
		progress: newProgress('looking'),
	};
}

export function newReading(agentId: string): Reading {
	return { agentId, since: Date.now(), ...newListReading<number>() };
}
