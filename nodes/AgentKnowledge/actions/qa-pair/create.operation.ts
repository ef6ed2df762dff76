import type { IDataObject } from 'n8n-workflow';
import type { QaPair } from '../../../../api';
import { asError } from '../../errors/as-error';
import { ApiFailure, isSavedIndexedLater, lacksScope } from '../../transport/api-failure';
import { rowOf } from '../../transport/row';
import { writeOnce } from '../../transport/write-once';
import { auditedRow } from '../audited-row';
import { type Listing, newMatches, noteAdded, noteNewest } from '../newest-known';
import { defineOperation } from '../operation';
import { agentLocator } from '../parameters/agent-locator';
import { settleOptions, settleTime } from '../parameters/settle-time';
import { withWarning } from './saved-later';

export const create = defineOperation({
	value: 'create',
	name: 'Create',
	action: 'Create a Q&A pair',
	description: 'Teach an agent the exact answer to a question. The agent gives it word for word.',
	endpoints: ['createQaPair', 'listQaPairs'],
	properties: [
		agentLocator,
		{
			displayName: 'Question',
			name: 'question',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. Do you ship to Norway?',
			description: 'The question, as visitors ask it',
		},
		{
			displayName: 'Answer',
			name: 'answer',
			type: 'string',
			typeOptions: { rows: 4 },
			default: '',
			required: true,
			placeholder: 'e.g. Yes, within five days.',
			description: 'The answer, which the agent gives word for word',
		},
		settleOptions,
	],
	async execute(run, { agentId, question, answer, options }) {
		const { api } = run;
		const params = { id: agentId };
		const listing: Listing<QaPair> = {
			key: JSON.stringify(['qa-pairs', agentId]),
			read: (window) => api.call('listQaPairs', { params, query: { ...window } }),
		};
		const isOurs = (pair: QaPair) => pair.question === question && pair.answer === answer;
		await noteNewest(api, listing);
		const look = async () => await newMatches(api, listing, isOurs);
		const send = async (): Promise<IDataObject> => {
			const { result, audit } = await writeOnce<QaPair>(api, {
				settleMs: (options.settleSeconds ?? settleTime.default) * 1000,
				send: async () =>
					await api
						.call('createQaPair', { params, body: { question, answer }, once: true })
						.catch(async (error: unknown) => {
							throw await lostUnlessListed(error, look);
						}),
				look,
			});
			noteAdded(api, listing, result.id);
			return auditedRow(run, rowOf(result), audit);
		};
		return await withWarning(run, send, async () => {
			const [pair] = await look().catch(noneWithoutScope);
			if (pair !== undefined) noteAdded(api, listing, pair.id);
			return pair === undefined ? { agentId, question, answer } : rowOf(pair);
		});
	},
});

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
