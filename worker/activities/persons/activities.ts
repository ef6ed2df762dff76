import { Context } from '@temporalio/activity';
import { z } from 'zod';
import { agentIdSchema, type ApiClient, LIMITS, type Window } from '../../../api';
import type {
	FindPersonLeads,
	PersonActivities,
	PersonReadActivities,
	SearchKept,
} from '../../../workflows/persons/activities';
import type { ErasedPersons } from '../../privacy/erased-persons';
import { personLeadSchema } from '../../privacy/person';
import type { SealedRequests } from '../../privacy/sealed-requests';
import type { SyncedPersons } from '../../privacy/synced-persons';
import { newSearch, type Searched, type SearchProgress } from '../../privacy/search';
import { searchAll } from '../../privacy/search-all';
import { checked } from '../task/arguments';
import { apiFailure } from '../task/failure';
import { nextOffset, readListPage } from '../task/list-page';

const requestSchema = z.string().min(1);
const findSchema: z.ZodType<FindPersonLeads> = z.object({
	request: requestSchema,
	agentId: agentIdSchema,
	offset: z.int().min(0),
});
const searchSchema: z.ZodType<SearchKept> = z.object({
	mode: z.enum(['find', 'erase']),
	request: requestSchema,
	leads: z.array(personLeadSchema),
	since: z.number(),
});

export interface PersonData {
	requests: SealedRequests;
	erased: ErasedPersons;
	synced: SyncedPersons;
	searched: Omit<Searched, 'synced'>;
}

/** Finds a data subject's leads, on a connection's queue. */
export function personReadActivities(api: ApiClient, requests: SealedRequests): PersonReadActivities {
	return {
		async findPersonLeads(find) {
			const { request, agentId, offset } = checked(findSchema, find);
			const { email } = await requests.open(request);
			try {
				// The service also returns leads whose address only contains this one.
				const read = (window: Window) =>
					api.call('listLeads', { params: { id: agentId }, query: { email, ...window } });
				const page = await readListPage(read, { limit: LIMITS.pageSize, offset });
				const theirs = page.items.filter((lead) => lead.email.trim().toLowerCase() === email);
				const conversationIds = theirs.map(({ conversationId }) => conversationId).filter((id) => id !== '');
				return { leadIds: theirs.map(({ id }) => id), conversationIds, next: nextOffset(offset, page) };
			} catch (error) {
				throw apiFailure(error);
			}
		},
	};
}

/** Searches everything that the worker can reach, on the worker's own queue. */
export function personActivities({ requests, erased, synced, searched }: PersonData): PersonActivities {
	return {
		rememberErased: async (request) => erased.add(await requests.open(checked(requestSchema, request)), Date.now()),
		searchKept: (given) => search(checked(searchSchema, given)),
		forgetRequest: (request) => requests.forget(checked(requestSchema, request)),
	};

	async function search({ mode, request, leads, since }: SearchKept) {
		const person = await requests.open(request);
		const { signal, report, stop } = startHeartbeat();
		try {
			const all = { ...person, leads: [...person.leads, ...leads] };
			const reportUnlessAborted = (progress: SearchProgress) => {
				signal.throwIfAborted();
				report(progress);
			};
			return await searchAll(
				newSearch({ ...searched, synced }, { mode, person: all, since, report: reportUnlessAborted }),
			);
		} finally {
			stop();
		}
	}
}

const BEAT_MS = 5_000;

/** Sends a heartbeat with the progress every few seconds, also while one long file is being searched. */
function startHeartbeat() {
	const context = Context.current();
	let last: SearchProgress = { message: 'The search has started.' };
	const beat = () => {
		context.heartbeat(last);
	};
	const timer = setInterval(beat, BEAT_MS);
	beat();
	return {
		signal: context.cancellationSignal,
		report: (progress: SearchProgress) => {
			last = progress;
			beat();
		},
		stop: () => {
			clearInterval(timer);
		},
	};
}
