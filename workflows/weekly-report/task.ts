import { proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { AgentActivities } from '../task/activities';
import { API_READ, fileWork } from '../task/activity-options';
import { continueTaskAsNew, type TaskArgs } from '../task/continue-as-new';
import { apiCalls } from '../task/dispatch-calls';
import { newProgress, type ProgressState } from '../task/progress';
import type { ReportFileActivities, ReportReadActivities, Weeks } from './activities';
import type { AgentSection, WeeklyReportInput } from './contract';
import type { Measure } from './measures';

/**
 * A report has to come in its morning. After about three hours it says which numbers it could not read, instead of
 * waiting for one agent.
 */
const MOST_ATTEMPTS = 200;

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
		this.agents = apiCalls<AgentActivities>(this.input.connection, 'read', API_READ);
		const calls = { ...API_READ, retry: { ...API_READ.retry, maximumAttempts: MOST_ATTEMPTS } };
		this.read = counted(apiCalls<ReportReadActivities>(this.input.connection, 'read', calls), (made) => {
			state.calls += made;
		});
		this.files = proxyActivities<ReportFileActivities>(fileWork());
	}

	/** Continues as new. Call it only if no activity runs. */
	continueAsNew(): Promise<never> {
		return continueTaskAsNew(this.args, this.state);
	}
}

/** The same calls, each of them counted. */
function counted(calls: ReportReadActivities, count: (calls: number) => void): ReportReadActivities {
	const one = <Result>(call: Promise<Result>) => {
		count(1);
		return call;
	};
	const pages = async <Result extends { pages: number }>(read: Promise<Result>) => {
		const result = await read;
		count(result.pages);
		return result;
	};
	return {
		readAgentName: (agentId) => one(calls.readAgentName(agentId)),
		countItems: (request) => pages(calls.countItems(request)),
		countFailedSources: (request) => pages(calls.countFailedSources(request)),
		countLeadDays: (request) => one(calls.countLeadDays(request)),
		readCodMetrics: (request) => one(calls.readCodMetrics(request)),
		readOverview: (agentId) => one(calls.readOverview(agentId)),
		readUsage: () => one(calls.readUsage()),
	};
}

/** Everything a task must not lose when it continues as new. */
export interface WeeklyReportState {
	weeks: Weeks | null;
	/** Null until they are known. */
	agentIds: string[] | null;
	/** Of the agents that were read, in any order. */
	sections: AgentSection[];
	creditsUsed: Measure | null;
	calls: number;
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
