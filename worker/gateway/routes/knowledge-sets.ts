import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { Problem } from '../../problems/problem';
import {
	KnowledgeSets,
	type Manifest,
	type SetAddress,
	SetHistories,
	SetIndex,
	UnreadableManifestError,
} from '../../storage/knowledge-sets';
import { reaches } from '../plugins/reach';
import { itemsPage } from '../replies/knowledge-items';
import { presentSets } from '../replies/knowledge-set';
import { errorResponses, knowledgeItemsQuery, knowledgeItemsSchema, knowledgeSetListSchema } from '../schemas';
import type { GatewayServices } from '../services';

type Options = Pick<GatewayServices, 'blobs' | 'keyring'>;

/** What agents know by sets of knowledge, and how the last syncs of each set ended. */
export const knowledgeSetRoutes: FastifyPluginCallbackZod<Options> = (app, { blobs, keyring }, done) => {
	const sets = new KnowledgeSets(blobs.store, keyring);
	const index = new SetIndex(blobs.store, keyring);
	const histories = new SetHistories(blobs.store, keyring);

	app.get(
		'/knowledge-sets',
		{
			config: { role: 'read', reach: ['lists'] },
			schema: {
				tags: ['Knowledge'],
				summary: 'List the sets of knowledge of all agents, with their last syncs',
				response: { 200: knowledgeSetListSchema, ...errorResponses },
			},
		},
		async ({ reach }) => {
			const [applied, known] = await Promise.all([index.list(), histories.list()]);
			return { items: presentSets(applied, known).filter(({ connection }) => reaches(reach, connection)) };
		},
	);

	app.get(
		'/knowledge-sets/items',
		{
			config: { role: 'read', reach: ['connectionOfQuery'] },
			schema: {
				tags: ['Knowledge'],
				summary: 'List what an agent knows by a set, newest first',
				querystring: knowledgeItemsQuery,
				response: { 200: knowledgeItemsSchema, ...errorResponses },
			},
		},
		async ({ query: { connection, agentId, set, ...query } }) => {
			const address = { connection, agentId, set };
			const manifest = await manifestOf(sets, address);
			if (manifest === null && (await histories.read(address)) === null) throw setNotFound(address);
			return itemsPage(manifest?.items ?? [], query);
		},
	);
	done();
};

async function manifestOf(sets: KnowledgeSets, address: SetAddress): Promise<Manifest | null> {
	try {
		return (await sets.read(address)).manifest;
	} catch (error) {
		if (!(error instanceof UnreadableManifestError)) throw error;
		throw new Problem({
			type: 'manifest_unreadable',
			title: 'The manifest of the set cannot be read',
			status: 409,
			detail: error.message,
		});
	}
}

function setNotFound({ connection, agentId, set }: SetAddress): Problem {
	return new Problem({
		type: 'set_not_found',
		title: 'There is no such set',
		status: 404,
		detail: `The agent ${agentId} of the connection ${connection} has no set "${set}". GET /v1/knowledge-sets lists all sets.`,
	});
}
