import { type ApiClient, ApiError, type Lead } from '../../../api';
import type { SyncedLead, SyncOf } from '../../../workflows/lead-sync/activities';
import type { WantedConversation } from '../../../workflows/leads/conversation';
import type { Destination } from '../../destinations';
import type { KeptCursor } from '../../destinations/destination';
import type { BlobStore } from '../../storage/blobs';
import { type AtDestinations, atDestination, destinationOf } from './at-destination';
import { withNotes } from './page-notes';
import type { Reads } from './read-step';
import { watchBlockage } from './report-blockage';
import { leadInTurns } from './with-conversations';

export interface SyncsLeads extends Reads, AtDestinations {
	/** Keeps a lead while its conversation is read. */
	store: BlobStore;
}

/** Reads the current state of a lead that was refused before, and writes it. */
export async function syncLead(
	syncs: SyncsLeads,
	of: SyncOf,
	leadId: number,
	wanted?: WantedConversation,
): Promise<SyncedLead> {
	const find = () => findLead(syncs.api, of.agentId, leadId);
	if (wanted !== undefined) return syncLeadInTurns(syncs, of, wanted, find);
	return atDestination(syncs, of.destination, async (destination) => {
		const kept = await stateOf(destination, of);
		return writeLead(syncs, of, { destination, kept, lead: await find() });
	});
}

/** The same of a lead that brings its conversation. It holds no turn at the destination while it reads. */
async function syncLeadInTurns(
	syncs: SyncsLeads,
	of: SyncOf,
	wanted: WantedConversation,
	find: () => Promise<Lead | null>,
): Promise<SyncedLead> {
	const { destinations, turns, report } = syncs;
	return withNotes(async (notes) => {
		const { destination, kept, lead, discard } = await watchBlockage(notes, report, async () => {
			const found = await destinationOf(destinations, of.destination);
			const kept = await stateOf(found, of);
			return { destination: found, kept, ...(await leadInTurns({ ...syncs, notes, calls: 1 }, wanted, find)) };
		});
		const { atOnce = false } = wanted;
		const writeIt = () => writeLead(syncs, of, { destination, kept, lead, mayHave: atOnce });
		const write = () => watchBlockage(notes, report, writeIt, 'write');
		const written = await turns.take(of.destination, write);
		await discard();
		return written;
	});
}

/** Read first: an erasure changes it, so that a lead which was judged before the erasure is not written after it. */
async function stateOf(destination: Destination, of: SyncOf): Promise<KeptCursor | null> {
	return (await destination.readCursor?.(of)) ?? null;
}

interface LeadToWrite {
	destination: Destination;
	/** See `stateOf`. */
	kept: KeptCursor | null;
	/** Null: the service no longer has it. */
	lead: Lead | null;
	/** As in a page. Default: false */
	mayHave?: boolean;
}

async function writeLead(
	{ erased }: Pick<SyncsLeads, 'erased'>,
	of: SyncOf,
	{ destination, kept, lead, mayHave = false }: LeadToWrite,
): Promise<SyncedLead> {
	if (lead === null || (await erased.without([lead])).length === 0) return { outcome: 'gone' };
	const { refused, inPart = [], skipped = 0 } = await destination.writeLead(of, lead, kept, mayHave);
	if (skipped > 0) return { outcome: 'skipped' };
	const [[refusal], [part]] = [refused, inPart];
	if (refusal === undefined) return { outcome: 'written', ...(part === undefined ? {} : { inPart: part.reason }) };
	const { reason, kind } = refusal;
	return { outcome: 'refused', reason, ...(kind === undefined ? {} : { kind }) };
}

/** Null if the service no longer has the lead. */
export async function findLead(api: ApiClient, agentId: string, leadId: number): Promise<Lead | null> {
	try {
		return await api.call('getLead', { params: { id: agentId, leadId } });
	} catch (error) {
		if (error instanceof ApiError && error.status === 404) return null;
		throw error;
	}
}
