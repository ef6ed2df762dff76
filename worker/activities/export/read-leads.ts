import type { ApiClient, Lead, Window } from '../../../api';
import type { LeadsRead, ReadLeads } from '../../../workflows/export/activities';
import type { BlobStore } from '../../storage/blobs';
import { NewChunk, newChunk, type RowsOf, storeChunk } from '../../storage/lead-files/new-chunk';
import { rowsOf } from '../../storage/lead-files/lead-file';
import type { ErasedLeads } from '../../privacy';
import { PagesInOrder } from '../list-reading/read-pages';
import { keyMissing } from '../task/failure';
import { wantedOf } from '../task/wanted-leads';

/** Pages in a chunk whose conversations are read later: these may have 200,000 characters for each lead. */
const PAGES_WITH_CONVERSATIONS = 1;

export interface ReadLeadsWith {
	api: ApiClient;
	store: BlobStore;
	taskId: string;
	attempt: number;
	/** Number of pages that one dispatch may read. The first one of a list reads fewer. */
	pagesAtOnce: number;
	erased: Pick<ErasedLeads, 'test'>;
	signal: AbortSignal;
}

/**
 * Reads pages (`PagesInOrder`). It stores their leads, and their rows of the
 * file, under the run, the number of the chunk and the attempt.
 *
 * If a later page fails, the activity still stores the pages before it. The failed page becomes the first one of the
 * next dispatch, which reports the failure.
 * @throws the failure of the first page (`apiFailure`), or of a missing key (`keyMissing`)
 */
export async function readLeads(request: ReadLeads, given: ReadLeadsWith): Promise<LeadsRead> {
	const { store, taskId, attempt, erased, signal } = given;
	const pagesAtOnce =
		request.file.conversation === undefined ? given.pagesAtOnce : Math.min(given.pagesAtOnce, PAGES_WITH_CONVERSATIONS);
	const asOf = Date.parse(request.asOf);
	const from = request.from === undefined ? -Infinity : Date.parse(request.from);
	const until = request.until === undefined ? Infinity : Date.parse(request.until);
	const isWanted = ({ capturedAt }: Lead) => {
		const at = Date.parse(capturedAt);
		return at <= asOf && at >= from && at < until;
	};
	// Rows are made with the conversations, which are read later.
	const encode = request.file.conversation === undefined ? rowsOf(request.file) : undefined;
	const read = new NewChunk(encode);
	const pages = new PagesInOrder<Lead, number>(request.offset, ({ id }) => id);
	const readPage = (window: Window, whileRead: AbortSignal) => {
		const query = { ...request.filter, ...window };
		return given.api.call('listLeads', { params: { id: request.agentId }, query, signal: whileRead });
	};
	for await (const fresh of pages.read(readPage, pagesAtOnce, signal)) {
		const { wanted } = wantedOf(fresh.filter(isWanted), request.wanted, ({ id }, by) =>
			read.skip(request.agentId, id, by),
		);
		await read.add(wanted);
	}
	// Asked last: a person who is erased from now on is looked for among the stored chunks.
	const isErased = await erasedPersons(erased);
	const leads = isErased === null ? read : await without(isErased, read, encode);
	// Nobody waits for an abandoned attempt: the task may have ended and its chunks may be deleted.
	signal.throwIfAborted();
	const { chunk, run } = request;
	const held = await storeChunk(store, taskId, { chunk, attempt, run }, leads);
	return { ...pages.result(), pagesAtOnce, attempt, held, stored: held[0] };
}

async function erasedPersons(erased: Pick<ErasedLeads, 'test'>) {
	try {
		return await erased.test();
	} catch (error) {
		throw keyMissing(error);
	}
}

async function without(
	isErased: (lead: Lead) => boolean,
	read: NewChunk,
	encode: RowsOf | undefined,
): Promise<NewChunk> {
	const leads = await read.leads();
	const kept = leads.filter((lead) => !isErased(lead));
	return kept.length === leads.length ? read : newChunk(kept, encode, read.skipped);
}
