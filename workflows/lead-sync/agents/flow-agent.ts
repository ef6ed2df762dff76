import { condition } from '@temporalio/workflow';
import { withConversation } from '../../leads/conversation';
import { addSkipped } from '../../leads/filter';
import type { SyncPage } from '../activities';
import { HandOut } from '../hand-out';
import { type HandOutState, newHandOut } from '../hand-out-state';
import { AgentSync } from './agent-sync';
import type { AgentPart } from './agents-state';
import type { SharedFlow } from './shared-sync';

/** Leads of all agents that may be in line. They travel when the sync continues as new. */
const MOST_IN_LINE = 1_000;
/** Refused leads of an agent are read again only while fewer of its leads than this are in line. */
const MOST_OF_ONE = 200;

/** The sync of one agent into a flow: it reads a page, and the next one once each lead of it is done or refused. */
export class FlowAgent extends AgentSync {
	readonly handOut: HandOut;
	private isReadingPage = false;
	/** The page in line is the last one of its pass, so the next check comes after the interval. */
	private endsPass = false;
	/** Milliseconds since 1970: the next check is due then. */
	private dueAt = 0;
	/** There was no room for its last page, so it waits for its turn. */
	private wasTurnedAway = false;

	constructor(
		protected override readonly all: SharedFlow,
		part: AgentPart,
	) {
		super(all, part);
		this.handOut = new HandOut(part, (part.handOut ??= newPartHandOut(all)));
	}

	/** The line changed. Leads of this agent that must be read again go before its next page. */
	callForLine(): void {
		const hasWork = this.handOut.unread.length > 0 || this.nextToRetry() !== undefined;
		if (hasWork && this.isReadingPage) this.call();
		else this.wake();
	}

	protected override async step(): Promise<void> {
		const { part, all, handOut } = this;
		if (all.line.closed || all.rests(part)) return this.restOutOfTurn();
		const unread = handOut.unread[0] ?? this.nextToRetry();
		if (unread !== undefined && !part.isGone) return this.readAgain(unread);
		if (handOut.state.page !== null || all.isFull()) return this.rest();
		if (this.endsPass) {
			this.endsPass = false;
			this.dueAt = Date.now() + all.line.settings.intervalSeconds * 1000;
			all.passes.free(part.agentId);
			all.report();
		}
		if (!part.again && Date.now() < this.dueAt) return this.rest(this.dueAt - Date.now());
		await this.readPage();
	}

	private async readPage(): Promise<void> {
		const { part, all, of } = this;
		const isCrowding = part.cursor === null || this.wasTurnedAway;
		if (isCrowding && !(await all.first.take(of.agentId, this.mayStop))) return;
		try {
			await condition(() => this.mayStop() || all.inLine < MOST_IN_LINE);
			if (!this.mayStop()) await this.storePage();
		} finally {
			all.first.free(of.agentId);
		}
	}

	private async storePage(): Promise<void> {
		const { part, all, of, handOut } = this;
		const { intervalSeconds, label, ...conditions } = all.line.settings;
		const next: SyncPage = { ...all.pageOf(of, part, intervalSeconds, conditions), flow: label };
		this.isReadingPage = true;
		const page = await this.inTurn(() => all.activities.storePage(next)).finally(() => {
			this.isReadingPage = false;
		});
		if (page === null) return;
		const wasGone = all.returned(part);
		all.notices.written(of.agentId);
		this.wasTurnedAway = page.leadIds.length > 0 && all.inLine + page.leadIds.length > MOST_IN_LINE;
		if (this.wasTurnedAway) {
			if (page.blob !== null) handOut.state.blobs.push(page.blob);
			return all.changed();
		}
		this.endsPass = page.cursor.pass === null;
		part.skipped = addSkipped(part.skipped, page.skipped);
		handOut.addPage(page.cursor, page.blob, page.leadIds, Date.now());
		all.changed();
		if (wasGone) all.report();
	}

	/** Reads one lead: a refused one that is retried, or one whose stored contents are gone. */
	private async readAgain(leadId: number): Promise<void> {
		const { part, all, of, handOut } = this;
		const read = await this.work.run(() =>
			all.activities.storeLead(of, leadId, ...withConversation(all.line.settings)),
		);
		if (read === null) return;
		part.retrying = part.retrying.filter((each) => each !== leadId);
		if (read.outcome === 'gone') handOut.drop(leadId);
		else handOut.addLead(leadId, read.blob, Date.now());
		all.changed();
	}

	/** The refused lead to read next, if there is room for it in line. */
	private nextToRetry(): number | undefined {
		return this.handOut.ids.length < MOST_OF_ONE ? this.part.retrying[0] : undefined;
	}
}

function newPartHandOut({ input, line }: SharedFlow): HandOutState {
	const { settings, closed } = line;
	return { ...newHandOut(input.destination), settings, closed };
}
