import { condition, patched } from '@temporalio/workflow';
import type { TaskArgs } from '../task/continue-as-new';
import { withConversation } from '../leads/conversation';
import { skippedWords } from '../leads/filter';
import { enterStage, reportFrom, reportProgress } from '../task/progress';
import type { SyncedPage } from './activities';
import type { LeadSyncInput } from './contract';
import { describeSync } from './cursor';
import { enterPage, enterRetried } from './ledger';
import { counting, countsOf, missingOf } from './refusals';
import type { SyncState } from './state';
import { Sync } from './sync';

/** A sync to a destination of the configuration, which the worker writes to. */
export class DestinationSync extends Sync {
	/** An update changed the state since the last check. */
	private stateChanged = false;
	/** The last reported `upToDateAt`, in milliseconds since 1970. */
	private reported = 0;
	/** The number of synced leads that was reported last. */
	private reportedSynced: number;

	constructor(args: TaskArgs<LeadSyncInput>, state: SyncState) {
		super(args, state);
		this.reportedSynced = state.synced;
		this.listen(() => {
			this.stateChanged = true;
			this.work.cancel();
		});
	}

	override async run(): Promise<never> {
		for (;;) {
			if (this.mustEndHistory()) await this.continueAsNew();
			this.stateChanged = false;
			if (this.hasNewerProgress()) this.report();
			const { paused, retrying } = this.state;
			const [next] = retrying;
			if (paused) await this.waitForAction('paused');
			else if (next !== undefined) await this.retry(next);
			else if (this.isFull()) await this.waitForAction('full');
			else await this.page();
		}
	}

	override stopSummary(): string {
		const { synced, skipped } = this.state;
		const missing = missingOf(this.state);
		const problems = missing === 0 ? '' : ` The destination refused ${missing} leads, which it does not have.`;
		return `The sync stopped after ${synced} leads${skippedWords(skipped)}. They stay at the destination.${problems}`;
	}

	private async page(): Promise<void> {
		const { state, input } = this;
		const next = this.beginPage(input.intervalSeconds, input);
		const page = await this.work.run(() => this.activities.syncPage(next));
		if (page === null) return;
		this.take(page);
		this.notices.written();
		await this.notices.refused(page.refused);
		// After new leads, the next check is due after the interval. If there is nothing new, the activity itself waits.
		if (page.cursor.pass === null && !state.again)
			await condition(() => this.stateChanged, input.intervalSeconds * 1000);
	}

	private take(page: SyncedPage): void {
		const { state } = this;
		const { cursor, written, skipped } = page;
		const isChanged = enterPage(state, page);
		const hasTaken = written > 0 || skipped !== undefined;
		const isNews = isChanged || (cursor.pass === null && (hasTaken || this.hasUnreported()));
		if (isNews || Date.now() >= reportFrom(state.progress)) this.report();
	}

	private async retry(leadId: number): Promise<void> {
		const { state } = this;
		enterStage(state.progress, 'retrying');
		const answer = await this.work.run(() =>
			this.activities.syncLead(this.of, leadId, ...withConversation(this.input)),
		);
		if (answer === null) return;
		enterRetried(state, leadId, answer);
		if (state.retrying.length === 0) this.report();
	}

	/** Waits until an update changes the state. */
	private async waitForAction(stage: 'paused' | 'full'): Promise<void> {
		const { state } = this;
		enterStage(state.progress, stage);
		const words = {
			paused: 'The sync is paused. Resume it to continue.',
			full: `The sync is blocked: the destination refused ${counting(state.refused)} leads and took none since. Check the reasons, then retry or dismiss them.`,
		};
		this.report(words[stage]);
		if (stage === 'full') await this.notices.full(words.full);
		await condition(() => this.stateChanged);
	}

	/** Whether an action carried newer progress than the last report. */
	private hasNewerProgress(): boolean {
		const { upToDateAt, cursor } = this.state;
		return upToDateAt > Math.max(cursor?.completeAt ?? 0, this.reported);
	}

	/** Earlier pages of the pass wrote leads. A history of before this rule does not report them. */
	private hasUnreported(): boolean {
		return this.state.synced !== this.reportedSynced && patched('lead-sync-report-pass');
	}

	private report(message?: string): void {
		const { synced, cursor, progress, upToDateAt } = this.state;
		const { destination } = this.input;
		const at = new Date().toISOString();
		const until = Math.max(cursor?.completeAt ?? 0, upToDateAt);
		const completeAt = until === 0 ? null : until;
		this.reported = until;
		this.reportedSynced = synced;
		const totals = { destination, synced, ...countsOf(this.state), completeAt, at };
		if (message !== undefined) return reportProgress(progress, { ...describeSync(totals), message });
		const isIdle = completeAt !== null && cursor?.pass === null;
		const nextAt = isIdle ? { nextAt: Date.now() + this.input.intervalSeconds * 1000 } : {};
		reportProgress(progress, describeSync({ ...totals, ...nextAt }));
	}
}
