import { Context } from '@temporalio/activity';
import { z } from 'zod';
import {
	addressOf,
	agentIdSchema,
	type ApiClient,
	ApiError,
	formsOfAddress,
	type Lead,
	LIMITS,
	type Window,
} from '../../../api';
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
import { SYNCED_PERSONS } from '../../storage/blobs';
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
const namedSchema = z.object({ agentId: agentIdSchema, leadId: z.int().positive() });
const searchSchema: z.ZodType<SearchKept> = z.object({
	mode: z.enum(['find', 'erase']),
	request: requestSchema,
	leads: z.array(personLeadSchema),
	numbers: z.array(z.string().startsWith(SYNCED_PERSONS)).optional(),
	since: z.number(),
});

export interface PersonData {
	requests: SealedRequests;
	erased: ErasedPersons;
	synced: SyncedPersons;
	sets: Searched['sets'];
	searched: Omit<Searched, 'synced' | 'sets'>;
}

interface PersonReads {
	/** The name of the connection. */
	connection: string;
	requests: SealedRequests;
	synced: SyncedPersons;
}

/** Finds a data subject's leads, on a connection's queue. */
export function personReadActivities(
	api: ApiClient,
	{ connection, requests, synced }: PersonReads,
): PersonReadActivities {
	return {
		async findPersonLeads(find) {
			const { request, agentId, offset } = checked(findSchema, find);
			const person = await requests.open(request);
			const email = addressOf(person.email);
			try {
				const items: Lead[] = [];
				let next: number | null = null;
				// Two of them only if characters of the address have two forms: the service may compare neither.
				for (const form of formsOfAddress(email)) {
					// The service also returns leads whose address only contains this one.
					const read = (window: Window) =>
						api.call('listLeads', { params: { id: agentId }, query: { email: form, ...window } });
					const page = await readListPage(read, { limit: LIMITS.pageSize, offset });
					items.push(...page.items.filter((lead) => addressOf(lead.email) === email));
					next ??= nextOffset(offset, page);
				}
				const conversationIds = items.map(({ conversationId }) => conversationId).filter((id) => id !== '');
				const named = person.leads.filter((lead) => lead.connection === connection && lead.agentId === agentId);
				return {
					leadIds: items.map(({ id }) => id),
					conversationIds,
					numbers: items.flatMap((lead) => synced.foldersOfNumber(lead)),
					named: named.map(({ leadId }) => leadId),
					next,
				};
			} catch (error) {
				throw apiFailure(error);
			}
		},
		async findPersonNumber(lead) {
			const { agentId, leadId } = checked(namedSchema, lead);
			try {
				return { numbers: synced.foldersOfNumber(await api.call('getLead', { params: { id: agentId, leadId } })) };
			} catch (error) {
				if (error instanceof ApiError && error.status === 404) return { numbers: [] };
				throw apiFailure(error);
			}
		},
	};
}

/** Searches everything that the worker can reach, on the worker's own queue. */
export function personActivities({ requests, erased, synced, sets, searched }: PersonData): PersonActivities {
	return {
		rememberErased: async (request) => erased.add(await requests.open(checked(requestSchema, request)), Date.now()),
		searchKept: (given) => search(checked(searchSchema, given)),
		forgetRequest: (request) => requests.forget(checked(requestSchema, request)),
	};

	async function search({ mode, request, leads, numbers, since }: SearchKept) {
		const person = await requests.open(request);
		const { signal, report, stop } = startHeartbeat();
		try {
			const all = { ...person, leads: [...person.leads, ...leads] };
			const reportUnlessAborted = (progress: SearchProgress) => {
				signal.throwIfAborted();
				report(progress);
			};
			return await searchAll(
				newSearch({ ...searched, synced, sets }, { mode, person: all, numbers, since, report: reportUnlessAborted }),
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
