import { condition, defineUpdate, patched } from '@temporalio/workflow';
import type { TaskArgs } from '../task/continue-as-new';
import { type ActionResponse, onAction } from '../task/actions';
import { emit } from '../task/emit';
import { inWords } from '../task/export-words';
import { enterStage } from '../task/progress';
import { publishResumed } from '../task/publish-resumed';
import { type ReportedBlockage, Resumption } from '../task/resumption';
import { timingOf } from '../task/timing';
import type { ConversationSyncActions, ConversationSyncInput, ConversationSyncResult } from './contract';
import { blockageOf, noteBlockage } from './blockage';
import { lookForAgents } from './find-agents';
import { report, reportEnd } from './progress';
import { resultOf, totalsOf } from './result';
import { runRound } from './round';
import type { ConversationSyncState, RoundOutcome } from './state';
import { ConversationSyncTask } from './task';

/** Of syncs of before. Milliseconds. */
const EARLIER_BLOCKED_AFTER_MS = 30 * 60_000;

/** Rounds over the conversations of all agents, until it is cancelled. */
export class ConversationSync {
	private readonly task: ConversationSyncTask;
	/** An action changed the state since the last check. */
	private stateChanged = false;
	private readonly resumption: Resumption;

	constructor(args: TaskArgs<ConversationSyncInput>, state: ConversationSyncState) {
		this.resumption = new Resumption({
			holdMs: timingOf(args.frozen).holdMs,
			reported: () => state.reported ?? null,
			isPaused: () => state.paused,
			publish: (blockage, movesSince) => this.publishResumed(blockage, movesSince),
		});
		this.task = new ConversationSyncTask(args, state, () => !this.resumption.isPublishing);
		this.listen();
		this.resumption.carryOn();
	}

	/** @throws when it is cancelled */
	async run(): Promise<never> {
		const { task } = this;
		const { state } = task;
		for (;;) {
			await task.between();
			this.stateChanged = false;
			if (state.paused) await this.pause();
			else await this.syncOnce();
		}
	}

	result(): ConversationSyncResult {
		return resultOf(this.task.input, this.task.state);
	}

	/** What the sync did until it was cancelled. */
	stopSummary(): string {
		const { conversations, messages } = totalsOf(this.task.state);
		return `The sync stopped. ${inWords(conversations)} conversations with ${inWords(messages)} messages stay in the tables.`;
	}

	private async syncOnce(): Promise<void> {
		const { task } = this;
		const { state } = task;
		enterStage(state.progress, 'syncing');
		if (state.round === null) state.again = false;
		const outcome = await task.work.run(async () => {
			await lookForAgents(task);
			return runRound(task);
		});
		// An action cancelled it. What was read is in the tables.
		if (outcome === null) state.round = null;
		else await this.rest(outcome);
	}

	private async rest(outcome: RoundOutcome): Promise<void> {
		const { task } = this;
		const { state, input, timing } = task;
		const now = Date.now();
		this.end(outcome, now);
		noteBlockage(state, outcome, now);
		this.noteMoves(outcome);
		const pauseMs = outcome === 'blocked' ? timing.blockedPauseMs : input.intervalSeconds * 1000;
		const nextAt = outcome === 'cut' ? now : now + Math.min(pauseMs, input.intervalSeconds * 1000);
		reportEnd(task, { outcome, nextAt });
		await this.publishBlockage();
		while (Date.now() < nextAt && !state.again && !this.stateChanged) {
			const waitMs = Math.min(nextAt - Date.now(), timing.agentsEveryMs);
			if (await condition(() => this.stateChanged, waitMs)) return;
			if (Date.now() >= nextAt) return;
			// A long interval must not delay an agent that is new.
			if ((await task.work.run(() => lookForAgents(task))) === true) return;
			await task.between();
		}
	}

	private end(outcome: RoundOutcome, now: number): void {
		const { state } = this.task;
		const { round } = state;
		state.round = null;
		if (outcome !== 'complete' || round === null) return;
		const { beganAt, calls, transcripts } = round;
		state.lastRound = {
			beganAt: new Date(beganAt).toISOString(),
			seconds: Math.round((now - beganAt) / 100) / 10,
			calls,
			transcripts,
		};
		state.completeAt = beganAt;
	}

	/** Once per blockage. */
	private async publishBlockage(): Promise<void> {
		const { state, input } = this.task;
		const { blockedSince } = state;
		if (blockedSince === null || state.isBlockageReported) return;
		const after = patched('conversation-sync-blocked-early')
			? this.task.timing.blockedAfterMs
			: EARLIER_BLOCKED_AFTER_MS;
		if (Date.now() - blockedSince < after) return;
		const { agentId, reason } = blockageOf(state);
		state.isBlockageReported = true;
		state.published += 1;
		const blocked = {
			agentId,
			destination: input.destination,
			cause: state.blockedBy,
			reason,
			since: new Date(blockedSince).toISOString(),
			leadsRefused: 0,
		};
		const writtenBefore = totalsOf(state).messages;
		const about = { cause: state.blockedBy, since: blockedSince, agentId, agentIds: [] };
		const reported: ReportedBlockage = { ...about, writtenBefore, movesSince: null };
		state.reported = reported;
		reported.event = await emit('sync.blocked', blocked, `notice-${state.published}`);
	}

	/** A sync of before published nothing when it moved again. */
	private noteMoves(outcome: RoundOutcome): void {
		const { state } = this.task;
		if (outcome === 'blocked') this.resumption.stops();
		else if ((state.reported ?? null) !== null && patched('sync-resumed')) this.resumption.moves();
		else state.reported = null;
	}

	private async publishResumed(blockage: ReportedBlockage, movesSince: number): Promise<void> {
		const { state, input } = this.task;
		state.reported = null;
		state.published += 1;
		const stands = { destination: input.destination, written: totalsOf(state).messages, leadsRefused: 0 };
		await publishResumed(blockage, movesSince, stands, `notice-${state.published}`);
	}

	private async pause(): Promise<void> {
		const { task } = this;
		task.state.round = null;
		enterStage(task.state.progress, 'paused');
		report(task, 'The sync is paused. Resume it to continue.');
		await condition(() => this.stateChanged);
	}

	private listen(): void {
		const { state } = this.task;
		const on = <Action extends keyof ConversationSyncActions>(
			action: Action,
			handle: (input: ConversationSyncActions[Action]) => string,
		) => {
			onAction(
				defineUpdate<ActionResponse, [ConversationSyncActions[Action], string]>(action),
				state.answered,
				(input) => {
					const message = handle(input);
					this.stateChanged = true;
					this.task.work.cancel();
					return message;
				},
			);
		};
		on('sync-now', ({ everything = false }) => {
			state.again = true;
			// An agent that is new counts as a change too.
			state.agentsAt = 0;
			if (everything) state.rereadAt = Date.now();
			const what = everything ? 'The sync reads all conversations again.' : 'The sync looks for changes now.';
			return state.paused ? `${what} It is paused, so resume it first.` : what;
		});
		on('pause', () => {
			state.paused = true;
			return 'The sync is paused. It still finishes the call that it is making.';
		});
		on('resume', () => {
			state.paused = false;
			return 'The sync continues.';
		});
	}
}
