import {
	ActivityCancellationType,
	type ActivityOptions,
	condition,
	allHandlersFinished,
	workflowInfo,
} from '@temporalio/workflow';
import type { AgentActivities } from '../task/activities';
import { apiRead } from '../task/activity-options';
import { CancellableWork } from '../task/cancellable-work';
import { continueTaskAsNew, type TaskArgs } from '../task/continue-as-new';
import { apiCalls } from '../task/dispatch-calls';
import { type Timing, timingOf } from '../task/timing';
import type { ConversationsOf, ConversationSyncActivities, RereadRules } from './activities';
import type { ConversationSyncInput } from './contract';
import type { ConversationSyncState } from './state';

const HOUR_MS = 3_600_000;

/**
 * A dispatch reads for 20 s and writes in one transaction. A few attempts, so that one agent that fails holds back no
 * other: the next round meets it again.
 */
const AT_TABLES: ActivityOptions = {
	startToCloseTimeout: '10 minutes',
	heartbeatTimeout: '30 seconds',
	cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
};
const FEW_ATTEMPTS = 4;
/** A few minutes. If one transcript always fails, the next rounds find out (`worker/activities/transcripts`). */
const MORE_ATTEMPTS = 10;

/** What the parts of the task share. */
export class ConversationSyncTask {
	readonly input: ConversationSyncInput;
	readonly timing: Timing;
	readonly work = new CancellableWork();
	readonly agents: AgentActivities;
	readonly lists: Pick<ConversationSyncActivities, 'noteConversations'>;
	readonly transcripts: Pick<ConversationSyncActivities, 'syncTranscripts'>;

	constructor(
		private readonly args: TaskArgs<ConversationSyncInput>,
		readonly state: ConversationSyncState,
		private readonly isSettled: () => boolean,
	) {
		const { input } = args;
		this.input = input;
		const { connection } = input;
		this.timing = timingOf(args.frozen);
		const read = apiRead(this.timing);
		const retry = (maximumAttempts: number) => ({ ...read.retry, maximumAttempts });
		// Below the looks for new leads, and far below what a person waits for.
		this.agents = apiCalls<AgentActivities>(connection, 'pages', { ...read, retry: retry(FEW_ATTEMPTS) });
		this.lists = apiCalls<ConversationSyncActivities>(connection, 'pages', {
			...AT_TABLES,
			retry: retry(FEW_ATTEMPTS),
		});
		this.transcripts = apiCalls<ConversationSyncActivities>(connection, 'pages', {
			...AT_TABLES,
			retry: retry(MORE_ATTEMPTS),
		});
	}

	get rules(): RereadRules {
		const { recentDays, openHours, fullHours } = this.input;
		const { rereadAt } = this.state;
		return { recentMs: recentDays * 24 * HOUR_MS, openMs: openHours * HOUR_MS, fullMs: fullHours * HOUR_MS, rereadAt };
	}

	of(agentId: string): ConversationsOf {
		const { connection, destination } = this.input;
		return { connection, agentId, destination };
	}

	/** Between two calls, when the state is complete. */
	async between(): Promise<void> {
		if (workflowInfo().continueAsNewSuggested) await this.continueAsNew();
	}

	/** Continues as new. Call it only if the state is complete and no activity runs. */
	async continueAsNew(): Promise<never> {
		await condition(() => allHandlersFinished() && this.isSettled());
		return continueTaskAsNew(this.args, this.state);
	}
}
