import { condition, isCancellation, proxyActivities, proxySinks, sleep } from '@temporalio/workflow';
import type { TaskArgs } from '../task/continue-as-new';
import { withConversation } from '../leads/conversation';
import { addSkipped, skippedWords } from '../leads/filter';
import { enterStage, reportFrom, reportProgress } from '../task/progress';
import type { TaskSinks } from '../telemetry/sinks';
import type { StoredLeadActivities } from './activities';
import type { LeadSyncInput } from './contract';
import { describeSync } from './cursor';
import { describeRest, describeSilence, figuresOf, flowFiguresOf, type RestStage } from './flow-progress';
import { HandOut } from './hand-out';
import { newHandOut } from './hand-out-state';
import { listenToFlow } from './hand-out-updates';
import { countsOf, missingOf } from './refusals';
import type { SyncState } from './state';
import { Sync } from './sync';

/** Refused leads are read again only while fewer leads than this are in line. */
const MOST_IN_LINE = 200;

const { syncs } = proxySinks<TaskSinks>();

const { discardLeads } = proxyActivities<StoredLeadActivities>({
	startToCloseTimeout: '1 minute',
	retry: { initialInterval: '2 seconds', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

/**
 * A sync into a flow, which takes the leads itself: the sync reads and stores a page, hands its leads out, and reads the
 * next page once each of them is done or refused.
 */
export class FlowSync extends Sync {
	private readonly handOut: HandOut;
	/** Something other than the line changed, so the next step may be another one. */
	private isCalled = false;
	private isLineChanged = false;
	private isReadingPage = false;
	/** The page in line is the last one of its pass, so the next check comes after the interval. */
	private endsPass = false;
	/** Milliseconds since 1970: the next check is due then. */
	private dueAt = 0;
	/** Leads that the metrics have as written. */
	private counted: number;

	constructor(args: TaskArgs<LeadSyncInput>, state: SyncState) {
		super(args, state);
		this.counted = state.synced;
		state.handOut ??= newHandOut(this.input.destination);
		const handOut = (this.handOut = new HandOut(state, state.handOut));
		this.listen(
			() => {
				this.call();
			},
			(leadIds) => {
				handOut.forget(leadIds);
			},
		);
		listenToFlow(handOut, (what) => {
			this.isLineChanged = true;
			this.count(state.synced - this.counted, 0);
			this.counted = state.synced;
			const hasWork = handOut.unread.length > 0 || handOut.unusedBlobs.length > 0 || this.nextToRetry() !== undefined;
			if (what === 'flow') this.call();
			else if (hasWork) this.callLineWork();
		});
	}

	override async run(): Promise<never> {
		void this.watchForSilence();
		for (;;) {
			// Before anything is awaited: what changes meanwhile must be seen.
			this.isCalled = false;
			this.isLineChanged = false;
			await this.discardUnused();
			const refused = this.handOut.takeNewlyRefused();
			this.count(0, refused.length);
			if (refused.length > 0) await this.notices.refused(refused);
			if (this.mustEndHistory()) await this.continueAsNew();
			await this.step();
		}
	}

	override stopSummary(): string {
		const { synced, skipped } = this.state;
		const left = this.handOut.ids.length;
		const missing = missingOf(this.state);
		const problems = missing === 0 ? '' : ` The flow refused ${missing} leads.`;
		const unfinished =
			left === 0 ? '' : ` ${left} leads were read and not handed out; a new start of the sync does it.`;
		return `The sync stopped after ${synced} leads${skippedWords(skipped)}.${problems}${unfinished}`;
	}

	private count(written: number, refused: number): void {
		const { connection, destination } = this.of;
		if (written + refused > 0) syncs.settled(connection, destination, written, refused);
	}

	private async step(): Promise<void> {
		const { paused, again } = this.state;
		const { page, closed, settings } = this.handOut.state;
		const unread = this.handOut.unread[0] ?? this.nextToRetry();
		if (closed) return this.rest('unpublished');
		if (paused) return this.rest('paused');
		if (unread !== undefined) return this.readAgain(unread);
		if (page !== null) return this.rest('handing-out');
		if (this.isFull()) return this.rest('full');
		if (this.endsPass) {
			this.endsPass = false;
			this.dueAt = Date.now() + settings.intervalSeconds * 1000;
			this.reportIdle();
		}
		if (again || Date.now() >= this.dueAt) return this.readPage();
		await condition(() => this.isCalled, this.dueAt - Date.now());
	}

	private async readPage(): Promise<void> {
		const { handOut } = this;
		const { intervalSeconds, label, ...conditions } = handOut.state.settings;
		const next = { ...this.beginPage(intervalSeconds, conditions), flow: label };
		this.isReadingPage = true;
		const page = await this.work.run(() => this.activities.storePage(next));
		this.isReadingPage = false;
		if (page === null) return;
		this.notices.written();
		this.endsPass = page.cursor.pass === null;
		this.state.skipped = addSkipped(this.state.skipped, page.skipped);
		handOut.addPage(page.cursor, page.blob, page.leadIds, Date.now());
	}

	/** Reads one lead: a refused one that is retried, or one whose stored contents are gone. */
	private async readAgain(leadId: number): Promise<void> {
		const { state, handOut } = this;
		enterStage(state.progress, 'retrying');
		const read = await this.work.run(() =>
			this.activities.storeLead(this.of, leadId, ...withConversation(handOut.state.settings)),
		);
		if (read === null) return;
		state.retrying = state.retrying.filter((each) => each !== leadId);
		if (read.outcome === 'gone') handOut.drop(leadId);
		else handOut.addLead(leadId, read.blob, Date.now());
	}

	/** The refused lead to read next, if there is room for it in line. */
	private nextToRetry(): number | undefined {
		return this.handOut.ids.length < MOST_IN_LINE ? this.state.retrying[0] : undefined;
	}

	/** Deletes what was stored of leads that are settled. */
	private async discardUnused(): Promise<void> {
		for (let unused = this.handOut.unusedBlobs; unused.length > 0; unused = this.handOut.unusedBlobs) {
			await discardLeads(unused);
			this.handOut.discarded(unused);
		}
	}

	/** Waits until the flow or a person changes something. */
	private async rest(stage: RestStage): Promise<void> {
		const { progress } = this.state;
		const isNew = progress.stage !== stage;
		enterStage(progress, stage);
		// While nothing is handed out, the last executions end: nothing later would report what they did.
		const isLast = stage !== 'handing-out';
		if (isNew || isLast || Date.now() >= reportFrom(progress)) this.report(stage);
		if (stage === 'full') await this.notices.full(describeRest(stage, this.figures()));
		await condition(() => this.isCalled || this.isLineChanged);
	}

	/** Says so when leads wait and the flow does not ask for them. It costs one timer in two minutes. */
	private async watchForSilence(): Promise<void> {
		const { handOut, timing } = this;
		const isWaiting = () => handOut.view(null, Date.now()).waiting > 0;
		const heardAt = () => Math.max(handOut.state.askedAt, handOut.state.readyAt);
		try {
			for (;;) {
				await condition(isWaiting);
				const since = heardAt();
				const left = since + timing.silentMs - Date.now();
				if (left > 0) await sleep(left);
				else {
					this.report('handing-out', describeSilence(this.figures(), since));
					await condition(() => heardAt() !== since || !isWaiting());
					this.report('handing-out');
				}
			}
		} catch (error) {
			// The sync itself reports its cancellation.
			if (!isCancellation(error)) throw error;
		}
	}

	private call(): void {
		this.isCalled = true;
		this.work.cancel();
	}

	/** There is work for leads in line. It has priority over the next page, and over nothing else. */
	private callLineWork(): void {
		this.isCalled = true;
		if (this.isReadingPage) this.work.cancel();
	}

	/** Everything is handed out, and the next check is due after the interval. */
	private reportIdle(): void {
		const { synced, cursor, progress } = this.state;
		const { label } = this.handOut.state.settings;
		reportProgress(
			progress,
			describeSync({
				destination: this.input.destination,
				flow: label,
				synced,
				...countsOf(this.state),
				completeAt: cursor?.completeAt ?? null,
				nextAt: this.dueAt,
				at: new Date().toISOString(),
			}),
		);
	}

	private figures() {
		return flowFiguresOf(this.state, this.handOut);
	}

	private report(stage: RestStage, message = describeRest(stage, this.figures())): void {
		reportProgress(this.state.progress, { message, ...figuresOf(this.input.destination, this.state, this.handOut) });
	}
}
