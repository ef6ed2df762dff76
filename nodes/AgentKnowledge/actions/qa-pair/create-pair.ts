import type { IDataObject } from 'n8n-workflow';
import type { QaPair } from '../../../../api';
import { asError } from '../../errors/as-error';
import type { Api } from '../../transport/api';
import { ApiFailure, isSavedIndexedLater, lacksScope } from '../../transport/api-failure';
import { rowOf } from '../../transport/row';
import { writeOnce } from '../../transport/write-once';
import { auditedRow } from '../audited-row';
import { isSameText, nameKey } from '../names';
import { type Listing, newMatches, noteAdded, noteNewest } from '../newest-known';
import type { ItemRun } from '../operation';
import { settleTime } from '../parameters/settle-time';
import { withWarning } from './saved-later';

interface NewPair {
	agentId: string;
	question: string;
	answer: string;
	settleSeconds: number | undefined;
}

/** All pairs of an agent. */
export function pairListing(api: Api, agentId: string): Listing<QaPair> {
	return {
		key: JSON.stringify(['qa-pairs', agentId]),
		read: (window) => api.call('listQaPairs', { params: { id: agentId }, query: { ...window } }),
	};
}

/** Creates a pair, which has no idempotency key. The output says if a response was lost, or if indexing comes later. */
export async function createPair(run: ItemRun, pair: NewPair): Promise<IDataObject[]> {
	const { api } = run;
	const { agentId, question, answer } = pair;
	const listing = pairListing(api, agentId);
	const isOurs = (one: QaPair) => nameKey(one.question) === nameKey(question) && isSameText(one.answer, answer);
	await noteNewest(api, listing);
	const look = async () => await newMatches(api, listing, isOurs);
	const send = async (): Promise<IDataObject> => {
		const { result, audit } = await writeOnce<QaPair>(api, {
			settleMs: (pair.settleSeconds ?? settleTime.default) * 1000,
			send: async () =>
				await api
					.call('createQaPair', { params: { id: agentId }, body: { question, answer }, once: true })
					.catch(async (error: unknown) => {
						throw await lostUnlessListed(error, look);
					}),
			look,
		});
		noteAdded(api, listing, result.id);
		return auditedRow(run, rowOf(result), audit);
	};
	return await withWarning(run, send, async () => {
		const [found] = await look().catch(noneWithoutScope);
		if (found !== undefined) noteAdded(api, listing, found.id);
		return found === undefined ? { agentId, question, answer } : rowOf(found);
	});
}

/**
 * A 503 says that the pair is saved (specification, part 7). If the list does not show the pair, the 503 counts as a
 * lost response. If the key may not read the list, the 503 is believed.
 */
async function lostUnlessListed(error: unknown, look: () => Promise<QaPair[]>): Promise<unknown> {
	if (!(error instanceof ApiFailure) || !isSavedIndexedLater(error.fields)) return error;
	const found = await look().catch((thrown: unknown) => (lacksScope(thrown) ? null : []));
	return found === null || found.length === 1 ? error : error.with({ uncertain: true });
}

function noneWithoutScope(error: unknown): QaPair[] {
	if (lacksScope(error)) return [];
	throw asError(error);
}
