import type { HandOutView, LeadOutcome, Settled, TakenLeads, TakeRequest } from './hand-out-contract';
import type { HandedLead, HandOutState } from './hand-out-state';
import type { Ledger } from './ledger';
import { boundList } from './refusals';

/** Leases of one lead that may run out. Then its execution is what ends n8n, so a person has to look. */
export const MAX_LOST_LEASES = 10;
/** Leases that run out before a lead is handed out alone: one lead of a batch may be what ends n8n. */
const LOST_IN_BATCHES = 1;
const MAX_REASON = 1_000;
const LEASES_LOST = `n8n took this lead ${MAX_LOST_LEASES} times and reported no end of the execution. Check whether its execution ends n8n.`;

/**
 * The leads between a sync and its flow: who waits, who is leased to an execution, and what an end of an execution
 * changes. Every method is synchronous and repeatable, and takes the time as an argument (milliseconds since 1970).
 */
export class HandOut {
	constructor(
		private readonly sync: Ledger & { paused?: boolean },
		readonly state: HandOutState,
	) {}

	/** Puts the leads of a page in line. The cursor moves to `cursor` when all are settled. */
	addPage(
		cursor: NonNullable<HandOutState['page']>['cursor'],
		blob: string | null,
		ids: readonly number[],
		now: number,
	) {
		const { state } = this;
		state.page = { cursor };
		for (const id of ids) this.add(id, { blob, ofPage: true }, now);
		this.keep(blob);
		this.finishPage();
	}

	/** Puts a lead in line that was read again. */
	addLead(id: number, blob: string, now: number): void {
		this.add(id, { blob }, now);
		this.keep(blob);
	}

	/** The service no longer has the lead, so nothing is left to do. */
	drop(id: number): void {
		this.remove(id);
		this.removeRefused(id);
		this.finishPage();
	}

	/** Hands out the next leads. A lead that failed before goes alone, so that it fails no other lead with it. */
	take({ max, leaseSeconds }: TakeRequest, now: number): TakenLeads {
		const { state } = this;
		state.askedAt = now;
		this.expireLeases(now);
		const [first, ...others] = this.ready(now);
		if (first === undefined) return { lease: null, leads: [] };
		const batch = isAlone(first) ? [first] : [first, ...others.filter((lead) => !isAlone(lead))].slice(0, max);
		state.leases += 1;
		const lease = `lease-${state.leases}`;
		for (const lead of batch) Object.assign(lead, { lease, leaseUntil: now + leaseSeconds * 1000 });
		const leads = batch.map(({ id, failed, blob }) => ({ id, attempt: failed + 1, blob: blob ?? '' }));
		return { lease, leads };
	}

	/** @returns the number of leads that are still leased */
	renew(lease: string, leaseSeconds: number, now: number): number {
		this.state.askedAt = now;
		const leased = this.state.leads.filter((lead) => lead.lease === lease);
		for (const lead of leased) lead.leaseUntil = now + leaseSeconds * 1000;
		return leased.length;
	}

	/**
	 * Takes the ends of executions. A lead is done whoever says so: an execution that lost its lease still brought the
	 * lead to its place. Any other outcome counts only with the lead's current lease.
	 */
	settle(lease: string, outcomes: readonly LeadOutcome[], now: number): Settled {
		this.state.askedAt = now;
		const settled = outcomes.filter((outcome) => this.settleOne(lease, outcome, now));
		boundList(
			this.sync,
			settled.some(({ outcome }) => outcome === 'done'),
		);
		this.finishPage();
		return { settled: settled.length, ignored: outcomes.length - settled.length };
	}

	private settleOne(lease: string, { leadId, outcome, reason }: LeadOutcome, now: number): boolean {
		const lead = this.state.leads.find(({ id }) => id === leadId);
		if (outcome === 'done') return this.done(leadId);
		if (lead?.lease !== lease) return false;
		lead.lease = null;
		if (outcome === 'failed') this.fail(lead, reason, now);
		if (outcome === 'refused') this.refuse(lead, reason, now);
		if (outcome === 'missing') lead.blob = null;
		return true;
	}

	private done(leadId: number): boolean {
		const wasRefused = this.removeRefused(leadId);
		const wasInLine = this.remove(leadId);
		if (!wasInLine && !wasRefused) return false;
		this.sync.synced += 1;
		return true;
	}

	private fail(lead: HandedLead, reason: string, now: number): void {
		const { maxAttempts, retryPauseSeconds } = this.state.settings;
		lead.failed += 1;
		if (lead.failed >= maxAttempts) return this.refuse(lead, reason, now);
		lead.dueAt = now + retryPauseSeconds * 1000 * 2 ** (lead.failed - 1);
	}

	private refuse({ id }: HandedLead, reason: string, now: number): void {
		this.remove(id);
		this.removeRefused(id);
		const refused = { leadId: id, reason: reason.slice(0, MAX_REASON) };
		this.sync.refused.push({ ...refused, at: new Date(now).toISOString() });
		this.state.newlyRefused.push(refused);
	}

	/** Leads whose lease ran out wait again. It is not their fault, unless it happens again and again. */
	private expireLeases(now: number): void {
		for (const lead of this.state.leads.filter((each) => each.lease !== null && each.leaseUntil <= now)) {
			lead.lease = null;
			lead.lost += 1;
			if (lead.lost >= MAX_LOST_LEASES) this.refuse(lead, LEASES_LOST, now);
		}
		this.finishPage();
	}

	/** The leads that were refused since the last call. */
	takeNewlyRefused(): HandOutState['newlyRefused'] {
		return this.state.newlyRefused.splice(0);
	}

	/** Forgets erased leads. What was stored with them is read again without them. */
	forget(leadIds: ReadonlySet<number>): void {
		const { state } = this;
		const touched = new Set(state.leads.filter(({ id }) => leadIds.has(id)).map(({ blob }) => blob));
		state.leads = state.leads.filter(({ id }) => !leadIds.has(id));
		state.newlyRefused = state.newlyRefused.filter(({ leadId }) => !leadIds.has(leadId));
		for (const lead of state.leads) if (lead.blob !== null && touched.has(lead.blob)) lead.blob = null;
		this.finishPage();
	}

	/** What a request would find. @param takeId of a request that may have been here before */
	view(takeId: string | null, now: number): HandOutView {
		const { taken, leads } = this.state;
		const next = leads.find(({ blob, lease }) => blob !== null && lease === null);
		return {
			waiting: this.ready(now).length,
			taken: taken.find(({ id }) => id === takeId)?.answer ?? null,
			next: next?.blob ? { id: next.id, blob: next.blob } : null,
		};
	}

	/** Leads that wait or are leased. */
	get ids(): number[] {
		return this.state.leads.map(({ id }) => id);
	}

	/** Leads whose contents must be read again. Leased ones are with an execution that has them. */
	get unread(): number[] {
		return this.state.leads.filter(({ blob, lease }) => blob === null && lease === null).map(({ id }) => id);
	}

	/** Stored contents that nobody needs any more. */
	get unusedBlobs(): string[] {
		const used = new Set(this.state.leads.map(({ blob }) => blob));
		return this.state.blobs.filter((blob) => !used.has(blob));
	}

	discarded(blobs: readonly string[]): void {
		this.state.blobs = this.state.blobs.filter((blob) => !blobs.includes(blob));
	}

	/** Leads that a request would get now. */
	private ready(now: number): HandedLead[] {
		const { leads, closed } = this.state;
		if (closed || this.sync.paused === true) return [];
		const isFree = ({ lease, leaseUntil }: HandedLead) => lease === null || leaseUntil <= now;
		return leads.filter((lead) => lead.blob !== null && lead.dueAt <= now && isFree(lead));
	}

	/** A lead that is in line already keeps its lease and its attempts. */
	private add(id: number, given: Partial<HandedLead>, now: number): void {
		const { state } = this;
		if (this.ready(now).length === 0) state.readyAt = now;
		const known = state.leads.find((lead) => lead.id === id);
		if (known !== undefined) Object.assign(known, given, { dueAt: now });
		else state.leads.push({ ...NEW_LEAD, dueAt: now, ...given, id });
	}

	private keep(blob: string | null): void {
		if (blob !== null && !this.state.blobs.includes(blob)) this.state.blobs.push(blob);
	}

	private remove(leadId: number): boolean {
		const { leads } = this.state;
		this.state.leads = leads.filter(({ id }) => id !== leadId);
		return this.state.leads.length < leads.length;
	}

	private removeRefused(leadId: number): boolean {
		const { sync } = this;
		const others = sync.refused.filter((each) => each.leadId !== leadId);
		const wasRefused = others.length < sync.refused.length;
		sync.refused = others;
		sync.retrying = sync.retrying.filter((each) => each !== leadId);
		return wasRefused;
	}

	/** Moves the cursor once every lead of the page is done or refused. */
	private finishPage(): void {
		const { page, leads } = this.state;
		if (page === null || leads.some(({ ofPage }) => ofPage)) return;
		this.sync.cursor = page.cursor;
		this.state.page = null;
	}
}

const NEW_LEAD = { blob: null, ofPage: false, failed: 0, lost: 0, lease: null, leaseUntil: 0 };

function isAlone({ failed, lost }: HandedLead): boolean {
	return failed > 0 || lost > LOST_IN_BATCHES;
}
