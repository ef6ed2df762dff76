import { setTimeout as pause } from 'node:timers/promises';
import type { Lead } from '../../../api';
import type { LeadOutcome, TakenLeads, TakeRequest } from '../../../workflows/lead-sync/hand-out-contract';
import { type BlobStore, readLeads } from '../../storage/blobs';
import type { HandOutService } from './hand-out-service';

/** Between two looks at whether leads wait. A look is a query, which writes no history. */
const LOOK_MS = 2_000;

/** Leads with their contents, leased to one execution. */
export interface LeasedLeads {
	/** Null: no lead waits. */
	lease: string | null;
	leads: Array<{ attempt: number; lead: Lead }>;
}

export interface TakeLeads extends TakeRequest {
	/** Id of the sync. */
	id: string;
	/** The same request takes the same leads. */
	takeId: string;
	waitMs: number;
	/** Aborted when nobody waits for the response. */
	signal: AbortSignal;
}

const NONE: LeasedLeads = { lease: null, leads: [] };

/** Takes the next leads of a sync, after up to `waitMs` if none waits. @throws as `HandOutService` */
export async function takeLeads(service: HandOutService, store: BlobStore, ask: TakeLeads): Promise<LeasedLeads> {
	const { id, takeId, max, leaseSeconds, waitMs, signal } = ask;
	const until = Date.now() + waitMs;
	for (let round = 0; ;) {
		const ofRound = round === 0 ? takeId : `${takeId}/${round}`;
		const { taken: before, waiting } = await service.view(id, ofRound);
		const taken = before ?? (waiting > 0 ? await service.take(id, ofRound, { max, leaseSeconds }) : null);
		// What it took has expired, so it takes others.
		if (taken !== null && taken.leads.length > 0) round += 1;
		const found = taken === null ? NONE : await withContents(service, store, id, taken);
		const left = until - Date.now();
		if (found.leads.length > 0 || left <= 0 || signal.aborted) return found;
		// An abort ends the pause. The next look then returns what there is.
		await pause(Math.min(LOOK_MS, left), undefined, { signal }).catch(() => undefined);
	}
}

/** Gives back the leads whose contents have expired, so that the sync reads them again. */
async function withContents(
	service: HandOutService,
	store: BlobStore,
	id: string,
	{ lease, leads }: TakenLeads,
): Promise<LeasedLeads> {
	const blobs = [...new Set(leads.map(({ blob }) => blob))];
	const contents = new Map(await Promise.all(blobs.map(async (blob) => [blob, await readLeads(store, blob)] as const)));
	const found: LeasedLeads['leads'] = [];
	const missing: LeadOutcome[] = [];
	for (const { id: leadId, attempt, blob } of leads) {
		const lead = contents.get(blob)?.get(leadId);
		if (lead === undefined) missing.push({ leadId, outcome: 'missing', reason: '' });
		else found.push({ attempt, lead });
	}
	if (missing.length > 0 && lease !== null) await service.settle(id, lease, missing);
	return found.length === 0 ? NONE : { lease, leads: found };
}

/** The lead that comes next, without taking it. Null if none waits. */
export async function peekLead(service: HandOutService, store: BlobStore, id: string): Promise<Lead | null> {
	const { next } = await service.view(id, null);
	return next === null ? null : ((await readLeads(store, next.blob)).get(next.id) ?? null);
}
