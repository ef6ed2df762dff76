import { CancellationScope, condition, proxyActivities, workflowInfo } from '@temporalio/workflow';
import { continueTaskAsNew, type TaskArgs } from '../../task/continue-as-new';
import { taskFailure } from '../../task/failure';
import { type SyncConditions, wantedLeads } from '../wanted-leads';
import { enterStage } from '../../task/progress';
import { type Timing, timingOf } from '../../task/timing';
import type { LeadSyncActivities, StoredLeadActivities, SyncOf, SyncPage } from '../activities';
import { CancellableWork } from '../../task/cancellable-work';
import type { LeadSyncInput, LeadSyncResult } from '../contract';
import { MAX_REFUSED } from '../cursor';
import { SyncNotices } from '../notify';
import { counting, countsOf } from '../refusals';
import { startOf } from '../result';
import { syncActivities } from '../sync-activities';
import { listenToAgentsActions } from './actions';
import type { AgentSync } from './agent-sync';
import { type AgentPart, type AgentsState, newPart, packState } from './agents-state';
import { resultOfAgents } from './agents-result';
import type { SharedSync } from './shared-sync';
import { Slots } from './slots';
import { MOST_AGENTS } from './limits';

/** The most that one page can add to the refused leads. */
const PAGE = 100;
/** Passes of several pages that are read at the same time. */
const MOST_PASSES = 10;

const { findOtherSyncs, readLeftBehind } = proxyActivities<StoredLeadActivities>({
	startToCloseTimeout: '1 minute',
	retry: { initialInterval: '2 seconds', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

/**
 * One sync of several agents, or of all. Each agent has a cursor and a sync of its own (`AgentSync`), and none waits for
 * another. They share the place that the leads go to, the actions, the events and the progress.
 */
export abstract class AgentsSync implements SharedSync {
	readonly input: LeadSyncInput;
	readonly activities: LeadSyncActivities;
	readonly notices: SyncNotices;
	readonly passes = new Slots(MOST_PASSES);
	isEnding = false;
	protected readonly timing: Timing;
	private readonly syncs: AgentSync[] = [];
	private readonly running: Array<Promise<void>> = [];
	private readonly lookUp = new CancellableWork();
	private failure: { error: unknown } | null = null;
	/** An erasure removed leads that this history still names. */
	private mustContinueAsNew = false;

	constructor(
		private readonly args: TaskArgs<LeadSyncInput>,
		readonly state: AgentsState,
	) {
		this.input = args.input;
		const { connection, destination } = this.input;
		this.timing = timingOf(args.frozen);
		this.activities = syncActivities(connection);
		this.notices = new SyncNotices(
			{ agentId: null, destination },
			state.notices,
			{
				leadsRefused: () => this.refused(),
				written: () => state.parts.reduce((sum, { synced }) => sum + synced, 0),
				isPaused: () => state.paused,
			},
			this.timing,
		);
	}

	protected abstract syncOf(part: AgentPart): AgentSync;

	abstract report(message?: string): void;

	/** What the sync did until it was cancelled. */
	abstract stopSummary(): string;

	/** Whether the sync brings leads of the agent. One whose agents were changed keeps the state of the others. */
	abstract wants(agentId: string): boolean;

	result(): LeadSyncResult {
		return resultOfAgents(this.input, this.state);
	}

	/** @throws when it is cancelled, or if its agents are no longer there */
	async run(): Promise<never> {
		try {
			await this.heedOthers(this.state.parts);
			for (const part of this.state.parts) this.begin(part);
			if (this.isFull()) this.showStage();
			this.keep(this.watchAgents());
			this.keep(this.watchOthers());
			await condition(() => this.failure !== null || this.mustEndHistory());
			if (this.failure !== null) throw this.failure.error;
		} finally {
			this.isEnding = true;
			this.callAll();
			// A page that is being written still counts.
			await CancellationScope.nonCancellable(() => Promise.all(this.running));
		}
		await this.notices.settled();
		return continueTaskAsNew(this.args, packState(this.state));
	}

	/** Something changed for all of them. */
	callAll(): void {
		this.lookUp.cancel();
		for (const sync of this.syncs) sync.call();
	}

	wakeAll(): void {
		for (const sync of this.syncs) sync.wake();
	}

	/** Only what `work` throws ends the sync. */
	protected keep(work: Promise<void>): void {
		const kept = work.catch((error: unknown) => {
			this.failure ??= { error };
		});
		this.running.push(kept);
	}

	protected listen(forget: (agentId: string, leadIds: ReadonlySet<number>) => void): void {
		listenToAgentsActions(this.state, {
			changed: () => {
				this.showStage();
				this.callAll();
			},
			forget: (agentId, leadIds) => {
				forget(agentId, leadIds);
			},
			continueAsNew: () => {
				this.mustContinueAsNew = true;
			},
		});
	}

	/** Shows what the sync does now, after an action or a restart. */
	protected showStage(): void {
		const { paused, progress } = this.state;
		const stage = this.isFull() ? 'full' : 'syncing';
		enterStage(progress, paused ? 'paused' : stage);
		this.report(paused ? 'The sync is paused. Resume it to continue.' : undefined);
	}

	private mustEndHistory(): boolean {
		return this.mustContinueAsNew || workflowInfo().continueAsNewSuggested;
	}

	isFull(): boolean {
		return this.refused() > MAX_REFUSED - PAGE;
	}

	refused(): number {
		return this.state.parts.reduce((sum, { refused }) => sum + counting(refused), 0);
	}

	rests({ agentId, otherSync }: AgentPart): boolean {
		return this.state.paused || otherSync !== null || !this.wants(agentId);
	}

	leave(part: AgentPart): void {
		part.isGone = true;
		this.notices.left(part.agentId);
		this.passes.free(part.agentId);
		this.report();
		const named = this.state.parts.filter(({ agentId }) => this.wants(agentId));
		if (this.input.agentIds === undefined || named.some(({ isGone }) => !isGone)) return;
		throw taskFailure({
			type: 'not_found',
			title: 'The agents are no longer there',
			status: 404,
			detail: `The key of the connection "${this.input.connection}" can access none of these agents: ${named.map(({ agentId }) => `"${agentId}"`).join(', ')}. Start the sync with other agents.`,
		});
	}

	pageOf(of: SyncOf, part: AgentPart, intervalSeconds: number, conditions: SyncConditions): SyncPage {
		if ((part.cursor?.pass ?? null) === null) part.again = false;
		return {
			of,
			cursor: part.cursor,
			startAt: startOf(this.input),
			reread: part.reread,
			intervalMs: intervalSeconds * 1000,
			totals: { synced: part.synced, ...countsOf(part) },
			ofSeveral: part.isGone ? 'gone' : 'known',
			...(part.early === undefined ? {} : { early: part.early }),
			...this.notices.reportedTo(part.agentId),
			...wantedLeads(conditions),
		};
	}

	returned(part: AgentPart): boolean {
		const wasGone = part.isGone;
		part.isGone = false;
		return wasGone;
	}

	private begin(part: AgentPart): void {
		const sync = this.syncOf(part);
		this.syncs.push(sync);
		this.keep(sync.run());
	}

	/** The agents that the input or the flow names, each once; null: all that the key can access. */
	protected named(): string[] | null {
		return this.input.agentIds === undefined ? null : [...new Set(this.input.agentIds)];
	}

	/** Begins the syncs of agents that it does not know yet, now and whenever some come. */
	private async watchAgents(): Promise<void> {
		for (let isFirst = true; !this.isEnding; isFirst = false) {
			const named = this.named();
			if (named !== null) {
				await this.add(named);
				await condition(() => this.isEnding || this.named()?.join() !== named.join());
				continue;
			}
			const known = this.state.parts.map(({ agentId }) => agentId);
			const room = MOST_AGENTS - known.length;
			if (isFirst && known.length === 0) this.report();
			if (room === 0) return;
			const look = { known, room, intervalMs: this.timing.agentsLookMs };
			const found = await this.lookUp.run(() => this.activities.findNewAgents(look));
			if (found === null) continue;
			this.state.beyond = found.beyond;
			await this.add(found.agentIds);
		}
	}

	private async add(agentIds: readonly string[]): Promise<void> {
		const known = new Set(this.state.parts.map(({ agentId }) => agentId));
		const parts = agentIds.filter((agentId) => !known.has(agentId)).map(newPart);
		if (parts.length === 0) return;
		await this.heedOthers(parts);
		this.state.parts.push(...parts);
		this.report();
		if (!this.isEnding) for (const part of parts) this.begin(part);
	}

	/** While an agent has a sync of its own, looks again whether that still brings its leads. */
	private async watchOthers(): Promise<void> {
		const held = () => this.state.parts.filter(({ otherSync }) => otherSync !== null);
		while (!this.isEnding) {
			await condition(() => this.isEnding || held().length > 0);
			if (await condition(() => this.isEnding, this.timing.agentsLookMs)) return;
			await this.heedOthers(held());
			this.report();
			this.wakeAll();
		}
	}

	/** Notes which agents have a sync of their own, and continues where one has stopped. */
	private async heedOthers(parts: readonly AgentPart[]): Promise<void> {
		if (parts.length === 0) return;
		const { connection, destination } = this.input;
		const agentIds = parts.map(({ agentId }) => agentId);
		const others = await findOtherSyncs(connection, destination, agentIds);
		for (const part of parts) {
			const other = others.find(({ agentId }) => agentId === part.agentId);
			part.otherSync = other?.isActive === true ? other.id : null;
			if (other === undefined || other.isActive || part.cursor !== null) continue;
			const left = await readLeftBehind(other.id);
			part.cursor = left?.cursor ?? null;
			part.refused = left?.refused ?? [];
		}
	}
}
