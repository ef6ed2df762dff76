import { eventually } from '../../../support/time/eventually';
import { retrainPath } from '../../chaos/api-paths';
import type { PrepareTask } from './open-task';

const TEXT = { type: 'text', title: 'Opening hours', content: 'From nine to five.' };
const FILE = 'Parcels,Days\nto the islands,nine\n';

/** The text is added. The file, which is uploaded, cannot be added yet. */
export const sourcesHalfAdded: PrepareTask = async (stack, key) => {
	const agentId = await stack.newAgent('Taught');
	const [texts, files] = [`/agents/${agentId}/sources`, `/agents/${agentId}/sources/files`];
	return async () => {
		await stack.hold('POST', files);
		const { blob } = await stack.gateway.upload(Buffer.from(FILE));
		const sources = [TEXT, { type: 'file', filename: 'delivery.csv', blob }];
		const id = await stack.begin('add-sources', key, { agentId, sources });
		await eventually(
			() => stack.admin.requests({ method: 'POST', path: files }),
			(seen) => seen.some(({ status }) => status === 429),
			'A refused file',
		);
		return {
			id,
			async verify() {
				expect(await stack.ended(id)).toMatchObject({
					status: 'completed',
					result: { rows: [{ status: 'indexed' }, { status: 'indexed' }] },
				});
				const { items } = await stack.api.call('listSources', { params: { id: agentId }, query: { limit: 100 } });
				// The agent's own website is a source, too.
				const added = items.map(({ name }) => name).filter((name) => !name.startsWith('http'));
				expect(added.toSorted()).toEqual([TEXT.title, 'delivery.csv']);
				for (const path of [texts, files]) expect(await stack.accepted('POST', path)).toHaveLength(1);
			},
		};
	};
};

/** The agent is in training, so the service takes no source. */
export const sourcesWaitingForRun: PrepareTask = async (stack, key) => {
	const agentId = await stack.newAgent('In training');
	return async () => {
		const { apiUrl, apiKey } = stack.stack.sandbox;
		const headers = { authorization: `Bearer ${apiKey}` };
		const begun = await fetch(`${apiUrl}/api/v1${retrainPath(agentId)}`, { method: 'POST', headers });
		expect(begun.status).toBe(202);
		const id = await stack.begin('add-sources', key, { agentId, sources: [TEXT] });
		await eventually(
			async () => (await stack.gateway.read(id)).stage,
			(seen) => seen === 'waiting',
			'A task that waits for the run',
		);
		return {
			id,
			async verify() {
				expect(await stack.ended(id)).toMatchObject({ status: 'completed', result: { rows: [{ status: 'indexed' }] } });
				expect(await stack.accepted('POST', `/agents/${agentId}/sources`)).toHaveLength(1);
			},
		};
	};
};

/** The text is added. The pair cannot be added yet. */
export const setHalfInStep: PrepareTask = async (stack, key) => {
	const agentId = await stack.newAgent('In step');
	const [texts, pairs] = [`/agents/${agentId}/sources`, `/agents/${agentId}/qa-pairs`];
	const rows = [TEXT, { type: 'qa', question: 'When do you open?', answer: 'At nine.' }];
	return async () => {
		await stack.hold('POST', pairs);
		const id = await stack.begin('knowledge-sync', key, { agentId, set: 'Handbook', rows });
		await eventually(
			() => stack.admin.requests({ method: 'POST', path: pairs }),
			(seen) => seen.some(({ status }) => status === 429),
			'A refused pair',
		);
		return {
			id,
			async verify() {
				expect(await stack.ended(id)).toMatchObject({ status: 'completed', result: { counts: { done: 2 } } });
				for (const path of [texts, pairs]) expect(await stack.accepted('POST', path)).toHaveLength(1);
			},
		};
	};
};
