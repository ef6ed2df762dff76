import type { IExecuteFunctions } from 'n8n-workflow';
import { keepInCustomData } from '../../../task-nodes/nodes/AgentKnowledgeTask/waiting/custom-data';
import { EMAIL as email } from '../../support/task-nodes/email';
import { ExecuteContext } from '../../support/nodes/n8n-core';
import { run } from '../../support/task-nodes/engine';
import { flowOf } from '../../support/task-nodes/flow';
import { useTaskGateway } from '../../support/task-nodes/gateway';
import { waitingFlow } from '../../support/task-nodes/waiting-flow';

/** Of n8n, in characters. */
const LONGEST_VALUE = 255;
const gateway = useTaskGateway();
afterEach(() => {
	vi.restoreAllMocks();
});

/** What n8n keeps with an execution that waits for these emails. */
async function customDataOf(items: object[]): Promise<Record<string, string> | undefined> {
	const { data } = await run(flowOf({ items: items.map(() => ({})), parameters: email }), gateway.credential);
	return data.resultData.metadata;
}

it('leads to the review and the task of an email', async () => {
	const kept = await customDataOf([{}]);
	const [{ id } = { id: '' }] = await gateway.tasks();
	const name = encodeURIComponent(id);
	expect(kept).toEqual({
		review: `${gateway.url}/tasks#review=${name}`,
		task: `${gateway.url}/tasks#task=${name}`,
		taskIds: id,
	});
});

it('leads to all that waits for several emails, and names their tasks', async () => {
	const kept = await customDataOf([{}, {}]);
	const ids = (await gateway.tasks()).map(({ id }) => id);
	expect(kept).toMatchObject({ review: `${gateway.url}/#waiting`, task: `${gateway.url}/tasks#` });
	expect(kept?.['taskIds']?.split(', ').sort()).toEqual(ids.sort());
});

it('names no review where nobody decides', async () => {
	const { data } = await run(waitingFlow(['agent_a']), gateway.credential);
	expect(Object.keys(data.resultData.metadata ?? {})).toEqual(['task', 'taskIds']);
});

it('names whole IDs only, as many as fit', async () => {
	const agents = Array.from({ length: 20 }, () => 'agent_a');
	const { data } = await run(waitingFlow(agents), gateway.credential);
	const named = data.resultData.metadata?.['taskIds'] ?? '';
	const ids = new Set((await gateway.tasks()).map(({ id }) => id));
	expect(named.length).toBeLessThanOrEqual(LONGEST_VALUE);
	expect(named.length).toBeGreaterThan(LONGEST_VALUE / 2);
	expect(named.split(', ').filter((id) => !ids.has(id))).toEqual([]);
});

it('keeps no address that n8n would cut: the page of all, or none', () => {
	const cut = `${'a'.repeat(LONGEST_VALUE)}b`;
	const set = vi.fn();
	const context = { customData: { set } } as unknown as IExecuteFunctions;
	keepInCustomData(context, { review: [cut, 'shorter'], task: [cut, cut], taskIds: ['', cut.slice(1)] });
	expect(set.mock.calls).toEqual([
		['review', 'shorter'],
		['taskIds', cut.slice(1)],
	]);
});

it('waits although n8n refuses the data', async () => {
	const refused = vi.spyOn(ExecuteContext.prototype, 'customData', 'get').mockImplementation(() => {
		throw new Error('n8n keeps no custom data.');
	});
	const { waiting, error, data } = await run(waitingFlow(['agent_a']), gateway.credential);
	expect(refused).toHaveBeenCalled();
	expect([waiting, error]).toEqual([true, undefined]);
	expect(data.resultData.metadata).toBeUndefined();
});
