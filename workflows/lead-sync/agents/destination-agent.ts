import { withConversation } from '../../leads/conversation';
import type { SyncedPage } from '../activities';
import { enterPage, enterRetried } from '../ledger';
import { AgentSync } from './agent-sync';
import type { AgentPart } from './agents-state';
import type { SharedDestination } from './shared-sync';

/** The sync of one agent to a destination, which the worker writes to. */
export class DestinationAgent extends AgentSync {
	/** Whether leads were written that no report has. */
	private hasUnreported = false;

	constructor(
		protected override readonly all: SharedDestination,
		part: AgentPart,
	) {
		super(all, part);
	}

	protected override async step(): Promise<void> {
		const { part, all } = this;
		if (all.rests(part)) return this.restOutOfTurn();
		const [next] = part.retrying;
		if (next !== undefined && !part.isGone) return this.retry(next);
		if (all.isFull()) return this.rest();
		await this.page();
	}

	private async page(): Promise<void> {
		const { all, part, of } = this;
		const { input } = all;
		const page = await this.inTurn(() => all.activities.syncPage(all.pageOf(of, part, input.intervalSeconds, input)));
		if (page === null) return;
		await this.take(page);
		// After new leads, the next check is due after the interval. If there is nothing new, the activity itself waits.
		if (page.cursor.pass === null && !part.again) await this.rest(input.intervalSeconds * 1000);
	}

	private async take(page: SyncedPage): Promise<void> {
		const { all, part, of } = this;
		const wasGone = all.returned(part);
		const isFirst = (part.cursor?.completeAt ?? null) === null;
		const isChanged = enterPage(part, page);
		this.hasUnreported ||= page.written > 0 || page.skipped !== undefined;
		const isEnd = page.cursor.pass === null;
		if (isEnd) all.passes.free(of.agentId);
		const isNews = isChanged || wasGone || (isEnd && (isFirst || this.hasUnreported));
		if (isEnd) this.hasUnreported = false;
		all.notices.written(of.agentId);
		await all.notices.refused(page.refused, of.agentId);
		await all.entered(page.written > 0, isNews);
	}

	private async retry(leadId: number): Promise<void> {
		const { all, part, of } = this;
		const answer = await this.work.run(() => all.activities.syncLead(of, leadId, ...withConversation(all.input)));
		if (answer === null) return;
		const isWritten = enterRetried(part, leadId, answer);
		await all.entered(isWritten, part.retrying.length === 0);
	}
}
