import { patched, workflowInfo } from '@temporalio/workflow';
import { continueTaskAsNew, type TaskArgs } from '../task/continue-as-new';
import { enterStage } from '../task/progress';
import { type Timing, timingOf } from '../task/timing';
import { listenToActions, listenToForgetting } from './actions';
import type { LeadSyncActivities, SyncOf, SyncPage } from './activities';
import { CancellableWork } from '../task/cancellable-work';
import type { LeadSyncInput, LeadSyncResult } from './contract';
import { MAX_REFUSED } from './cursor';
import { SyncNotices } from './notify';
import { answerQueries } from './queries';
import { counting, countsOf } from './refusals';
import { resultOf, startOf } from './result';
import type { SyncState } from './state';
import { syncActivities } from './sync-activities';
import { type SyncConditions, wantedLeads } from './wanted-leads';

/** The most that one page can add to the refused leads. */
const PAGE = 100;

/** What every sync has, whatever its destination: its calls, its events, and how it continues as new. */
export abstract class Sync {
	protected readonly input: LeadSyncInput;
	protected readonly of: SyncOf;
	protected readonly timing: Timing;
	protected readonly activities: LeadSyncActivities;
	protected readonly work = new CancellableWork();
	protected readonly notices: SyncNotices;
	/** An erasure removed leads that this history still names. */
	private mustContinueAsNew = false;

	constructor(
		private readonly args: TaskArgs<LeadSyncInput>,
		protected readonly state: SyncState,
	) {
		this.input = args.input;
		const { connection, agentId, destination } = this.input;
		this.of = { connection, agentId: agentId ?? '', destination };
		this.timing = timingOf(args.frozen);
		this.activities = syncActivities(connection);
		this.notices = new SyncNotices(
			this.of,
			state.notices,
			{
				leadsRefused: () => counting(state.refused),
				written: () => state.synced,
				isPaused: () => state.paused,
			},
			this.timing,
		);
	}

	/** @throws when it is cancelled, or if the service says for good that the agent does not exist */
	abstract run(): Promise<never>;

	/** What the sync did until it was cancelled. */
	abstract stopSummary(): string;

	result(): LeadSyncResult {
		return resultOf(this.input, this.state);
	}

	/**
	 * Handles actions, erasures and queries from now on. A request that waits is handled at once, so the last line of a
	 * constructor calls this.
	 * @param changed called when the sync has to check its state again
	 * @param forget called with the leads of an erased data subject
	 */
	protected listen(changed: () => void, forget: (leadIds: ReadonlySet<number>) => void = () => undefined): void {
		listenToActions(this.state, changed);
		listenToForgetting(this.state, (leadIds) => {
			forget(leadIds);
			this.mustContinueAsNew = true;
			changed();
		});
		answerQueries(this.state);
	}

	protected mustEndHistory(): boolean {
		return this.mustContinueAsNew || workflowInfo().continueAsNewSuggested;
	}

	/** An event may still be being published. */
	protected async continueAsNew(): Promise<never> {
		await this.notices.settled();
		return continueTaskAsNew(this.args, this.state);
	}

	/**
	 * Whether another page could add more refused leads than the list holds. Leads that were set aside do not count. A
	 * history of before that rule still rests where it did.
	 */
	protected isFull(): boolean {
		const { refused } = this.state;
		if (refused.length <= MAX_REFUSED - PAGE) return false;
		return !patched('lead-sync-set-aside') || counting(refused) > MAX_REFUSED - PAGE;
	}

	/** The next page to read. A new pass reads all leads captured until now. @param conditions which leads are wanted, and with what */
	protected beginPage(intervalSeconds: number, conditions: SyncConditions): SyncPage {
		const { state, input, of } = this;
		enterStage(state.progress, 'syncing');
		if ((state.cursor?.pass ?? null) === null) state.again = false;
		return {
			of,
			cursor: state.cursor,
			startAt: startOf(input),
			reread: state.reread,
			intervalMs: intervalSeconds * 1000,
			totals: { synced: state.synced, ...countsOf(state) },
			...(state.early === undefined ? {} : { early: state.early }),
			...this.notices.reportedTo(of.agentId),
			...wantedLeads(conditions),
		};
	}
}
