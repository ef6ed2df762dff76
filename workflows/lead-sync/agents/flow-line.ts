import { setHandler } from '@temporalio/workflow';
import { onUpdate } from '../../task/on-update';
import type { HandOutView, LeadOutcome, Settled, TakenLeads, TakeRequest } from '../hand-out-contract';
import {
	closeHandOut,
	type HandOutChange,
	KEPT_TAKES,
	type OpenHandOut,
	openHandOut,
	renewLease,
	settleLeads,
	takeLeads,
	viewHandOut,
} from '../hand-out-updates';
import type { FlowAgent } from './flow-agent';
import type { LineState } from './line-state';

const NONE: TakenLeads = { lease: null, leads: [] };

/**
 * The leads of all agents in one line. Each request takes leads of one agent, and the next one begins with the agent
 * after it. So an agent with many old leads does not hold up a new lead of another. The lease names the agent, because
 * ids of leads can repeat among agents.
 */
export class FlowLine {
	constructor(
		private readonly state: LineState,
		private readonly agents: readonly FlowAgent[],
		private readonly isPaused: () => boolean,
	) {}

	/**
	 * Handles what the flow asks. Every handler is synchronous, so none is left when the sync continues as new.
	 * @param changed called after each change, with the agent whose leads were taken or settled
	 */
	listen(changed: (what: HandOutChange, agent?: FlowAgent) => void): void {
		const { state } = this;
		onUpdate<number, OpenHandOut>(openHandOut, (settings, agentIds) => {
			Object.assign(state, { settings, closed: false, openings: state.openings + 1, askedAt: Date.now() });
			if (agentIds !== undefined) state.agentIds = agentIds;
			this.share();
			changed('flow');
			return state.openings;
		});
		onUpdate(closeHandOut, (opening) => {
			if (opening !== state.openings) return false;
			state.closed = true;
			this.share();
			changed('flow');
			return true;
		});
		onUpdate(takeLeads, (takeId, request) => {
			const before = state.taken.find(({ id }) => id === takeId);
			if (before !== undefined) return before.answer;
			const answer = this.take(request, Date.now());
			if (answer.leads.length > 0) state.taken = [...state.taken, { id: takeId, answer }].slice(-KEPT_TAKES);
			changed('line');
			return answer;
		});
		onUpdate(renewLease, (lease, leaseSeconds) => {
			const found = this.leaseOf(lease);
			state.askedAt = Date.now();
			return found?.agent.handOut.renew(found.lease, leaseSeconds, Date.now()) ?? 0;
		});
		onUpdate(settleLeads, (lease, outcomes) => {
			const settled = this.settle(lease, outcomes);
			changed('line', this.leaseOf(lease)?.agent);
			return settled;
		});
		setHandler(viewHandOut, (takeId, now) => this.view(takeId, now));
	}

	/** What all hand-outs have in common. */
	private share(): void {
		const { settings, closed } = this.state;
		for (const { handOut } of this.agents) Object.assign(handOut.state, { settings, closed });
	}

	private take(request: TakeRequest, now: number): TakenLeads {
		this.state.askedAt = now;
		if (this.isPaused()) return NONE;
		for (const { part, handOut } of this.inTurn()) {
			const { lease, leads } = handOut.take(request, now);
			if (lease === null) continue;
			this.state.lastAgent = part.agentId;
			return { lease: `${lease}:${part.agentId}`, leads };
		}
		return NONE;
	}

	private settle(lease: string, outcomes: readonly LeadOutcome[]): Settled {
		this.state.askedAt = Date.now();
		const found = this.leaseOf(lease);
		if (found === null) return { settled: 0, ignored: outcomes.length };
		return found.agent.handOut.settle(found.lease, outcomes, Date.now());
	}

	view(takeId: string | null, now: number): HandOutView {
		const taken = this.state.taken.find(({ id }) => id === takeId)?.answer ?? null;
		if (this.isPaused()) return { waiting: 0, taken, next: null };
		const views = this.inTurn().map(({ handOut }) => handOut.view(null, now));
		return {
			waiting: views.reduce((sum, { waiting }) => sum + waiting, 0),
			taken,
			next: views.find(({ next }) => next !== null)?.next ?? null,
		};
	}

	/** All agents, those first whose turn it is. */
	private inTurn(): FlowAgent[] {
		const last = this.agents.findIndex(({ part }) => part.agentId === this.state.lastAgent);
		return [...this.agents.slice(last + 1), ...this.agents.slice(0, last + 1)];
	}

	/** The lease of a hand-out, and whose it is. Null: no agent of the sync has it. */
	private leaseOf(lease: string): { lease: string; agent: FlowAgent } | null {
		const end = lease.indexOf(':');
		const agent = this.agents.find(({ part }) => part.agentId === lease.slice(end + 1));
		return end === -1 || agent === undefined ? null : { lease: lease.slice(0, end), agent };
	}
}
