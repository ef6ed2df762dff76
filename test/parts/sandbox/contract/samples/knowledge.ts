import type { Operation } from '../../../../../api';
import { knowledgeOperations } from '../../../../../api/operations/knowledge';
import type { Refusal, Sample } from '../sample';
import type { SampleRequest, Stage } from '../stage';

const ofNewAgent = async (stage: Stage) => ({ params: { id: await stage.newAgent() } });

const pair = { question: 'When are you open?', answer: 'From nine to five.' };

async function ofNewPair(stage: Stage) {
	const { params } = await ofNewAgent(stage);
	return { params: { ...params, pairId: await stage.make('createQaPair', { params, body: pair }) } };
}

/** Saved all the same: part 7. */
function indexedLater({ method, path }: Operation, request: (stage: Stage) => Promise<SampleRequest>): Refusal {
	return {
		what: 'indexing that cannot be scheduled',
		status: 503,
		type: 'indexing_not_scheduled',
		request: async (stage) => {
			const prepared = await request(stage);
			await stage.sandbox.admin('POST', '/faults', { method, path, fault: { kind: 'indexing-unavailable' } });
			return prepared;
		},
	};
}

const creation = async (stage: Stage) => ({ ...(await ofNewAgent(stage)), body: pair });
const update = async (stage: Stage) => ({ ...(await ofNewPair(stage)), body: { enabled: false } });
const { createQaPair, updateQaPair, deleteQaPair } = knowledgeOperations;

export const knowledgeSamples: Record<keyof typeof knowledgeOperations, Sample> = {
	searchKnowledge: {
		request: async (stage) => ({ ...(await ofNewAgent(stage)), query: { query: 'opening hours', limit: '10' } }),
	},
	listQaPairs: {
		request: async (stage) => {
			const { id } = (await ofNewPair(stage)).params;
			return { params: { id }, query: { kind: 'qa' } };
		},
	},
	createQaPair: {
		request: creation,
		brokenBodies: [
			{ body: {}, field: 'question' },
			{ body: { question: 'Why?' }, field: 'answer' },
			{ body: { ...pair, question: '' }, field: 'question' },
			{ body: { ...pair, kind: 'media' }, field: 'kind' },
			{ body: { ...pair, enabled: true }, field: 'enabled' },
		],
		refusals: [indexedLater(createQaPair, creation)],
	},
	updateQaPair: {
		request: update,
		brokenBodies: [
			{ body: { enabled: 'no' }, field: 'enabled' },
			{ body: { question: '' }, field: 'question' },
			{ body: { kind: 'media' }, field: 'kind' },
		],
		refusals: [indexedLater(updateQaPair, update)],
	},
	deleteQaPair: { request: ofNewPair, refusals: [indexedLater(deleteQaPair, ofNewPair)] },
};
