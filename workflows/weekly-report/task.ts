import { proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { AgentActivities } from '../task/activities';
import { apiRead, fileWork } from '../task/activity-options';
import { continueTaskAsNew, type TaskArgs } from '../task/continue-as-new';
import { apiCalls } from '../task/dispatch-calls';
import { newProgress, type ProgressState } from '../task/progress';
import { timingOf } from '../task/timing';
import type { ReportFileActivities, ReportReadActivities, Weeks } from './activities';
import type { AgentSection, FailedSources, Quoted, WeeklyReportInput } from './contract';
import { type CallNotes, countedCalls } from './counted-calls';
import type { Measure } from './measures';

/**
 * A report has to come in its morning. After about three hours it says which numbers it could not read, instead of
 * waiting for one agent.
 */
const MOST_ATTEMPTS = 200;
/** Of every call after one that failed for so long. */
const LATER_ATTEMPTS = 3;

/** What the parts of the task share. */
export class WeeklyReportTask {
	readonly input: WeeklyReportInput;
	/** The same in each history of a run. */
	readonly run = workflowInfo().firstExecutionRunId;
	readonly agents: AgentActivities;
	readonly read: ReportReadActivities;
	readonly files: ReportFileActivities;

	constructor(
		private readonly args: TaskArgs<WeeklyReportInput>,
		readonly state: WeeklyReportState,
	) {
		this.input = args.input;
		const timing = timingOf(args.frozen);
		const read = apiRead(timing);
		this.agents = apiCalls<AgentActivities>(this.input.connection, 'read', read);
		const callsWith = (maximumAttempts: number) => {
			const options = { ...read, retry: { ...read.retry, maximumAttempts } };
			return apiCalls<ReportReadActivities>(this.input.connection, 'read', options);
		};
		this.read = countedCalls({ patient: callsWith(MOST_ATTEMPTS), hurried: callsWith(LATER_ATTEMPTS) }, state);
		this.files = proxyActivities<ReportFileActivities>(fileWork(timing));
	}

	/** Continues as new. Call it only if no activity runs. */
	continueAsNew(): Promise<never> {
		return continueTaskAsNew(this.args, this.state);
	}
}

/** Everything a task must not lose when it continues as new. */
export interface WeeklyReportState extends CallNotes {
	weeks: Weeks | null;
	/** Null until they are known. */
	agentIds: string[] | null;
	/** Of the agents that were read, in any order. */
	sections: AgentSection[];
	/** Undefined, also in older histories: nothing is quoted. */
	quoted?: Quoted[];
	/** Undefined, also in older histories: no source that failed is named. */
	failedSources?: FailedSources[];
	creditsUsed: Measure | null;
	progress: ProgressState;
}

export function newState(): WeeklyReportState {
	return {
		weeks: null,
		agentIds: null,
		sections: [],
		creditsUsed: null,
		calls: 0,
		progress: newProgress('looking'),
	};
}
