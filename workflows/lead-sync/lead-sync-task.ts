import { condition, defineQuery, setHandler, workflowInfo } from '@temporalio/workflow';
import { beginNewHistory } from '../task/begin-new-history';
import type { LeadSyncActivities, SyncedPage, SyncOf } from './activities';
import { enterStage, newProgress, reportFrom, reportProgress } from '../task/progress';
import type { TaskArgs } from '../task/task-args';
import { listenToActions } from './actions';
import { type LeadSyncInput, type LeadSyncResult, type RefusedLead } from './contract';
import { describeSync } from './describe-sync';
import { listenToForgetting } from './forget-leads';
import { Interruptible } from './interruptible';
import type { SyncState } from './state';
import { syncActivities } from './sync-activities';
import { MAX_REFUSED } from './cursor';

/** The most that one page can add to the refused leads. */
const PAGE = 100;

/** The refused leads of a running sync, oldest first. */
export const refusedLeads = defineQuery<RefusedLead[]>('refused-leads');

/** What a sync that is started anew after its end goes on with. */
export const syncState = defineQuery<SyncState>('sync-state');

/** One sync, which goes on until it is cancelled. */
export class LeadSyncTask {
	private readonly input: LeadSyncInput;
	private readonly of: SyncOf;
	private readonly activities: LeadSyncActivities;
	private readonly waiting = new Interruptible();
	/** Somebody asked for something since the last look at the state. */
	private disturbed = false;
	/** What stands in this history is to be forgotten. */
	private begunAnew = false;
	/** Up to when everything was read, as it was reported last; milliseconds since 1970. */
	private reported = 0;

	constructor(
		private readonly args: TaskArgs<LeadSyncInput>,
		private readonly state: SyncState,
	) {
		this.input = args.input;
		const { connection, agentId, destination } = this.input;
		this.of = { connection, agentId, destination };
		this.activities = syncActivities(connection);
		listenToActions(state, () => {
			this.disturbed = true;
			this.waiting.interrupt();
		});
		listenToForgetting(state, () => {
			this.begunAnew = true;
			this.disturbed = true;
			this.waiting.interrupt();
		});
		setHandler(refusedLeads, () => state.refused);
		setHandler(syncState, () => ({ ...state, paused: false, progress: newProgress('syncing') }));
	}

	/** @throws when it is cancelled, or when the service says for good that there is no such agent */
	async run(): Promise<never> {
		for (;;) {
			const isDue = this.begunAnew || workflowInfo().continueAsNewSuggested;
			if (isDue) await beginNewHistory(this.args, this.state);
			this.disturbed = false;
			if (this.knowsBetter()) this.report();
			const { paused, retrying, refused } = this.state;
			const [next] = retrying;
			if (paused) await this.rest('paused');
			else if (next !== undefined) await this.retry(next);
			else if (refused.length > MAX_REFUSED - PAGE) await this.rest('full');
			else await this.page();
		}
	}

	result(): LeadSyncResult {
		const { cursor, synced, refused } = this.state;
		const completeAt = cursor?.completeAt ?? null;
		return {
			version: 1,
			agentId: this.input.agentId,
			destination: this.input.destination,
			leadsSynced: synced,
			leadsRefused: refused.length,
			completeUntil: completeAt === null ? null : new Date(completeAt).toISOString(),
		};
	}

	lastWords(): string {
		const { synced, refused } = this.state;
		const problems = refused.length === 0 ? '' : ` ${refused.length} were refused and are not there.`;
		return `The sync has stopped after ${synced} leads; those stay at the destination.${problems}`;
	}

	private async page(): Promise<void> {
		const { state, input, of } = this;
		enterStage(state.progress, 'syncing');
		// A new pass sees all there is by now.
		if ((state.cursor?.pass ?? null) === null) state.again = false;
		const page = await this.waiting.run(() =>
			this.activities.syncPage({
				of,
				cursor: state.cursor,
				startAt: input.startDate === undefined ? 0 : Date.parse(`${input.startDate}T00:00:00Z`),
				reread: state.reread,
				intervalMs: input.intervalSeconds * 1000,
				totals: { synced: state.synced, refused: state.refused.length },
			}),
		);
		if (page === null) return;
		this.take(page);
		// Once there was something, the next look is due after the interval; while there is nothing, the activity itself waits.
		if (page.cursor.pass === null && !state.again) await condition(() => this.disturbed, input.intervalSeconds * 1000);
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
		const answer = await this.waiting.run(() => this.activities.syncLead(this.of, leadId));
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

	/** Waits until somebody asks for something. */
	private async rest(stage: 'paused' | 'full'): Promise<void> {
		const { state } = this;
		enterStage(state.progress, stage);
		const words = {
			paused: 'It is paused; resume it to go on.',
			full: `${state.refused.length} leads are refused, so it holds. Look why, then retry or dismiss them.`,
		};
		this.report(words[stage]);
		await condition(() => this.disturbed);
	}

	/** Whether an action brought along that the sync is further than what was reported. */
	private knowsBetter(): boolean {
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
		const rests = completeAt !== null && cursor?.pass === null;
		const nextAt = rests ? { nextAt: Date.now() + this.input.intervalSeconds * 1000 } : {};
		reportProgress(progress, describeSync({ ...totals, ...nextAt }));
	}
}
