import { allHandlersFinished, condition, workflowInfo } from '@temporalio/workflow';
import { enterStage, reportFrom, reportProgress } from '../task/progress';
import { runTask } from '../task/run-task';
import { continueTaskAsNew, type TaskArgs } from '../task/continue-as-new';
import { listenToActions, listenToForgetting } from './actions';
import type { LeadSyncActivities, SyncedPage, SyncOf } from './activities';
import { CancellableWork } from './cancellable-work';
import type { LeadSyncInput, LeadSyncResult } from './contract';
import { describeSync, MAX_REFUSED } from './cursor';
import { isFlow } from './flow-name';
import { FlowSync } from './flow-sync';
import { SyncNotices } from './notify';
import { answerQueries } from './queries';
import { resultOf, startOf } from './result';
import { newSyncState, type SyncState } from './state';
import { syncActivities } from './sync-activities';

/**
 * Syncs every lead of an agent to a destination, first the existing leads and then new ones, until it is cancelled.
 * The cursor moves only after the destination has accepted the leads.
 * @param carried state of the previous history of this sync, or of the previous sync that was cancelled or failed
 */
export async function leadSync(args: TaskArgs<LeadSyncInput>, carried?: SyncState): Promise<LeadSyncResult> {
	const state = carried ?? newSyncState();
	const task = isFlow(args.input.destination) ? new FlowSync(args, state) : new LeadSyncTask(args, state);
	return runTask<LeadSyncResult>(
		state.progress,
		() => task.run(),
		() => task.stopSummary(),
		() => task.result(),
	);
}

/** The most that one page can add to the refused leads. */
const PAGE = 100;

/** One sync, which runs until it is cancelled. */
export class LeadSyncTask {
	private readonly input: LeadSyncInput;
	private readonly of: SyncOf;
	private readonly activities: LeadSyncActivities;
	private readonly work = new CancellableWork();
	private readonly notices: SyncNotices;
	/** An update changed the state since the last check. */
	private stateChanged = false;
	/** An erasure removed leads that this history still names. */
	private mustContinueAsNew = false;
	/** The last reported `upToDateAt`, in milliseconds since 1970. */
	private reported = 0;

	constructor(
		private readonly args: TaskArgs<LeadSyncInput>,
		private readonly state: SyncState,
	) {
		this.input = args.input;
		const { connection, agentId, destination } = this.input;
		this.of = { connection, agentId, destination };
		this.activities = syncActivities(connection);
		this.notices = new SyncNotices(this.of, state.notices, () => state.refused.length);
		listenToActions(state, () => {
			this.stateChanged = true;
			this.work.cancel();
		});
		listenToForgetting(state, () => {
			this.mustContinueAsNew = true;
			this.stateChanged = true;
			this.work.cancel();
		});
		answerQueries(state);
	}

	/** @throws when it is cancelled, or if the service says for good that the agent does not exist */
	async run(): Promise<never> {
		for (;;) {
			const isDue = this.mustContinueAsNew || workflowInfo().continueAsNewSuggested;
			if (isDue) await this.continueAsNew();
			this.stateChanged = false;
			if (this.hasNewerProgress()) this.report();
			const { paused, retrying, refused } = this.state;
			const [next] = retrying;
			if (paused) await this.waitForAction('paused');
			else if (next !== undefined) await this.retry(next);
			else if (refused.length > MAX_REFUSED - PAGE) await this.waitForAction('full');
			else await this.page();
		}
	}

	result(): LeadSyncResult {
		return resultOf(this.input, this.state);
	}

	stopSummary(): string {
		const { synced, refused } = this.state;
		const problems =
			refused.length === 0 ? '' : ` The destination refused ${refused.length} leads, which it does not have.`;
		return `The sync stopped after ${synced} leads. They stay at the destination.${problems}`;
	}

	private async page(): Promise<void> {
		const { state, input, of } = this;
		enterStage(state.progress, 'syncing');
		// A new pass reads all leads captured until now.
		if ((state.cursor?.pass ?? null) === null) state.again = false;
		const page = await this.work.run(() =>
			this.activities.syncPage({
				of,
				cursor: state.cursor,
				startAt: startOf(input),
				reread: state.reread,
				intervalMs: input.intervalSeconds * 1000,
				totals: { synced: state.synced, refused: state.refused.length },
			}),
		);
		if (page === null) return;
		this.take(page);
		this.notices.written();
		await this.notices.refused(page.refused);
		// After new leads, the next check is due after the interval. If there is nothing new, the activity itself waits.
		if (page.cursor.pass === null && !state.again)
			await condition(() => this.stateChanged, input.intervalSeconds * 1000);
	}

	private take({ cursor, written, refused, brought }: SyncedPage): void {
		const { state } = this;
		const at = new Date().toISOString();
		const known = new Set([...refused.map(({ leadId }) => leadId), ...brought]);
		const others = state.refused.filter(({ leadId }) => !known.has(leadId));
		const isChanged = refused.length > 0 || others.length < state.refused.length;
		state.cursor = cursor;
		state.synced += written;
		state.refused = [...others, ...refused.map((each) => ({ ...each, at }))];
		state.retrying = state.retrying.filter((leadId) => !brought.includes(leadId));
		const isNews = isChanged || (cursor.pass === null && written > 0);
		if (isNews || Date.now() >= reportFrom(state.progress)) this.report();
	}

	private async retry(leadId: number): Promise<void> {
		const { state } = this;
		enterStage(state.progress, 'retrying');
		const answer = await this.work.run(() => this.activities.syncLead(this.of, leadId));
		if (answer === null) return;
		state.retrying = state.retrying.filter((each) => each !== leadId);
		const others = state.refused.filter((each) => each.leadId !== leadId);
		if (answer.outcome === 'written') state.synced += 1;
		state.refused =
			answer.outcome === 'refused'
				? [...others, { leadId, reason: answer.reason, at: new Date().toISOString() }]
				: others;
		if (state.retrying.length === 0) this.report();
	}

	/** Waits until an update changes the state. */
	private async waitForAction(stage: 'paused' | 'full'): Promise<void> {
		const { state } = this;
		enterStage(state.progress, stage);
		const words = {
			paused: 'The sync is paused. Resume it to continue.',
			full: `The sync is blocked: the destination refused ${state.refused.length} leads. Check the reasons, then retry or dismiss them.`,
		};
		this.report(words[stage]);
		if (stage === 'full') await this.notices.full(words.full);
		await condition(() => this.stateChanged);
	}

	/** A signal handler may still be publishing an event. */
	private async continueAsNew(): Promise<never> {
		await condition(allHandlersFinished);
		return continueTaskAsNew(this.args, this.state);
	}

	/** Whether an action carried newer progress than the last report. */
	private hasNewerProgress(): boolean {
		const { upToDateAt, cursor } = this.state;
		return upToDateAt > Math.max(cursor?.completeAt ?? 0, this.reported);
	}

	private report(message?: string): void {
		const { synced, refused, cursor, progress, upToDateAt } = this.state;
		const { destination } = this.input;
		const at = new Date().toISOString();
		const until = Math.max(cursor?.completeAt ?? 0, upToDateAt);
		const completeAt = until === 0 ? null : until;
		this.reported = until;
		const totals = { destination, synced, refused: refused.length, completeAt, at };
		if (message !== undefined) return reportProgress(progress, { ...describeSync(totals), message });
		const isIdle = completeAt !== null && cursor?.pass === null;
		const nextAt = isIdle ? { nextAt: Date.now() + this.input.intervalSeconds * 1000 } : {};
		reportProgress(progress, describeSync({ ...totals, ...nextAt }));
	}
}
