import { proxyActivities, workflowInfo } from '@temporalio/workflow';
import { ASSEMBLIES_QUEUE } from '../task-queues';
import type { AgentActivities } from '../task/activities';
import { apiBulkRead, apiRead, fileWork } from '../task/activity-options';
import { apiCalls } from '../task/dispatch-calls';
import { conversationOfInput } from '../leads/conversation';
import type { PeriodActivities } from '../task/period';
import type { PlannedPeriod } from '../task/period-contract';
import { newProgress, type ProgressState } from '../task/progress';
import { timingOf } from '../task/timing';
import { continueTaskAsNew, type TaskArgs } from '../task/continue-as-new';
import type { AttemptsThatCount } from '../list-reading/attempts';
import type { ExportFileActivities, ExportReadActivities, PartsOfRun, RowForm } from './activities';
import type { LeadExportInput } from './contract';
import { type ListReading, newListReading } from '../list-reading/read-list';

/** What the parts of the task share. */
export class ExportTask {
	readonly input: LeadExportInput;
	/** The same in each history of a run; a restarted task gets a new one. */
	readonly run = workflowInfo().firstExecutionRunId;
	readonly agents: AgentActivities;
	readonly read: ExportReadActivities;
	readonly files: Pick<ExportFileActivities, 'discardChunks'> & PeriodActivities;
	readonly assembly: Pick<ExportFileActivities, 'assembleExport'>;

	constructor(
		private readonly args: TaskArgs<LeadExportInput>,
		readonly state: ExportState,
	) {
		this.input = args.input;
		const timing = timingOf(args.frozen);
		this.agents = apiCalls<AgentActivities>(this.input.connection, 'read', apiRead(timing));
		this.read = apiCalls<ExportReadActivities>(this.input.connection, 'pages', apiBulkRead(timing));
		this.files = proxyActivities<ExportFileActivities & PeriodActivities>(fileWork(timing));
		this.assembly = proxyActivities<ExportFileActivities>({ ...fileWork(timing), taskQueue: ASSEMBLIES_QUEUE });
	}

	/** How leads become rows of the file. */
	get file(): RowForm {
		const { format, spreadsheet } = this.input;
		const conversation = conversationOfInput(this.input)?.form;
		return { format, spreadsheet, ...(conversation === undefined ? {} : { conversation }) };
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

/** How far the conversations of the leads are read. */
export interface ConversationReading {
	/** Chunks without conversations: those below this number. */
	sources: number;
	/** The next of them. */
	next: number;
	/** Leads that have their conversation, and leads that come without. */
	read: number;
	missing: number;
	/** Milliseconds since 1970. */
	since: number;
}

/** Everything a task must not lose when it continues as new. */
export interface ExportState {
	/** ISO 8601 UTC. */
	asOf: string;
	/** What the period of the input came to. Undefined: it is not planned yet, or an earlier version began the task. */
	period?: PlannedPeriod | null;
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
	/** Of an export with conversations, once its leads are read. */
	conversations?: ConversationReading;
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

/** Each read already costs history events, so progress may be reported this often. */
const REPORT_EVERY_MS = 10_000;

/** Whether progress may be reported now. If so, the next time is `REPORT_EVERY_MS` later. */
export function mayReport(state: ExportState): boolean {
	const now = Date.now();
	if (now - state.toldAt < REPORT_EVERY_MS) return false;
	state.toldAt = now;
	return true;
}
