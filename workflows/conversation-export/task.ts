import { proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { ExportFileActivities } from '../export/activities';
import type { AttemptsThatCount } from '../list-reading/attempts';
import { type ListReading, newListReading } from '../list-reading/read-list';
import { ASSEMBLIES_QUEUE } from '../task-queues';
import type { AgentActivities } from '../task/activities';
import { apiBulkRead, apiRead, fileWork } from '../task/activity-options';
import { continueTaskAsNew, type TaskArgs } from '../task/continue-as-new';
import { apiCalls } from '../task/dispatch-calls';
import { daysOf, type PeriodActivities } from '../task/period';
import type { PlannedPeriod } from '../task/period-contract';
import { newProgress, type ProgressState } from '../task/progress';
import { timingOf } from '../task/timing';
import type { ConversationFileActivities, ConversationPlan, ConversationReadActivities, Span } from './activities';
import type { ConversationExportInput, ConversationExportResult } from './contract';

/** What the parts of the task share. */
export class ConversationExportTask {
	readonly input: ConversationExportInput;
	/** The same in each history of a run; a restarted task gets a new one. */
	readonly run = workflowInfo().firstExecutionRunId;
	readonly agents: AgentActivities;
	readonly read: ConversationReadActivities;
	readonly files: Pick<ExportFileActivities, 'discardChunks'> & PeriodActivities;
	readonly assembly: ConversationFileActivities;

	constructor(
		private readonly args: TaskArgs<ConversationExportInput>,
		readonly state: ConversationExportState,
	) {
		this.input = args.input;
		const timing = timingOf(args.frozen);
		this.agents = apiCalls<AgentActivities>(this.input.connection, 'read', apiRead(timing));
		this.read = apiCalls<ConversationReadActivities>(this.input.connection, 'pages', apiBulkRead(timing));
		this.files = proxyActivities<ExportFileActivities & PeriodActivities>(fileWork(timing));
		this.assembly = proxyActivities<ConversationFileActivities>({ ...fileWork(timing), taskQueue: ASSEMBLIES_QUEUE });
	}

	/** The days that are wanted. */
	get days() {
		return daysOf(this.input, this.state.asOf, this.state.period);
	}

	/** Continues as new. Call it only if the state is complete and no activity runs. */
	continueAsNew(): Promise<never> {
		return continueTaskAsNew(this.args, this.state);
	}
}

/** The agent whose list is being read. */
export interface Listing extends ListReading<string> {
	agentId: string;
}

export function newListing(agentId: string): Listing {
	return { agentId, ...newListReading<string>() };
}

/** How far the transcripts are read. */
export interface TranscriptState {
	/** The number of the first conversation whose read has not begun. */
	begun: number;
	/** Numbers whose read ended early. They come before all others. */
	rest: Span[];
	/** Numbers that are not read, since their agent has gone. */
	skipped: Span[];
	/** By the first number of a chunk. */
	attempts: AttemptsThatCount;
	/** How many transcripts one dispatch reads. */
	atOnce: number;
	/** Conversations that were read or are missing. */
	done: number;
	calls: number;
	/** Milliseconds since 1970. */
	since: number;
}

export function newTranscripts(atOnce: number): TranscriptState {
	return { begun: 0, rest: [], skipped: [], attempts: {}, atOnce, done: 0, calls: 0, since: Date.now() };
}

/** Everything a task must not lose when it continues as new. */
export interface ConversationExportState {
	/** ISO 8601 UTC. */
	asOf: string;
	/** What the period of the input came to. Undefined: it is not planned yet, or an earlier version began the task. */
	period?: PlannedPeriod | null;
	/** Null until they are known. */
	agentIds: string[] | null;
	/** Agents whose lists are read. */
	agentsListed: number;
	gone: string[];
	listing: Listing | null;
	/** Chunks of lists that were begun. */
	chunks: number;
	/** Of those chunks. */
	attempts: AttemptsThatCount;
	pages: number;
	stepsBack: number;
	/** Pages or transcripts of one dispatch, as the worker said last. */
	atOnce: number;
	plan: ConversationPlan | null;
	transcripts: TranscriptState | null;
	missing: ConversationExportResult['missing'];
	/** Milliseconds since 1970: when progress was last reported. */
	toldAt: number;
	progress: ProgressState;
}

export function newState(): ConversationExportState {
	return {
		asOf: new Date().toISOString(),
		agentIds: null,
		agentsListed: 0,
		gone: [],
		listing: null,
		chunks: 0,
		attempts: {},
		pages: 0,
		stepsBack: 0,
		atOnce: 1,
		plan: null,
		transcripts: null,
		missing: { deleted: 0, agent_gone: 0, refused: 0, failed: 0, no_id: 0, conversations: [] },
		toldAt: 0,
		progress: newProgress('looking'),
	};
}

/** Each read already costs history events, so progress may be reported this often. */
const REPORT_EVERY_MS = 10_000;

/** Whether progress may be reported now. If so, the next time is `REPORT_EVERY_MS` later. */
export function mayReport(state: ConversationExportState): boolean {
	const now = Date.now();
	if (now - state.toldAt < REPORT_EVERY_MS) return false;
	state.toldAt = now;
	return true;
}
