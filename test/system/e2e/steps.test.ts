import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { importFlow, type Flow } from '../../../scripts/n8n/workflows.mjs';
import { executeStep } from './step-through';
import { useFlows } from './use-flows';

const flows = useFlows();
const FILE = 'retrain-without-worker.json';
const storedSchema = z.looseObject({
	name: z.string(),
	nodes: z.array(z.looseObject({ notes: z.string().optional() })),
});

/** Executes one node behind the trigger, as a person does once the trigger has run. */
async function step(workflowId: string, node: string) {
	const data = { main: [[{ json: {}, pairedItem: { item: 0 } }]] };
	const trigger = { startTime: 0, executionIndex: 0, executionTime: 0, executionStatus: 'success', source: [], data };
	return executeStep(flows(), workflowId, node, { 'Start by Hand': [trigger] });
}

it('steps through an example flow that was imported', async () => {
	const id = await flows().running.n8n.importExample(FILE);

	const execution = await step(id, 'Retrain');

	expect(execution.status).toBe('success');
	expect(execution.runs('Retrain')).toBe(1);
});

it('repairs a flow that was imported without a place for pinned data, and leaves alone what was changed in it', async () => {
	const { client } = flows().running.n8n;
	const flow = JSON.parse(await readFile(join('examples', FILE), 'utf8')) as Flow;
	const there = await flows().running.n8n.importExample(FILE);
	const { nodes, connections, settings } = z
		.looseObject({ nodes: z.array(z.looseObject({})), connections: z.unknown(), settings: z.unknown() })
		.parse(await client.request('GET', `/rest/workflows/${there}`));
	const name = 'My own retraining';
	const id = 'akImportedBefore';
	const edited = nodes.map((node) => ({ ...node, notes: 'Edited by me' }));
	await client.request('POST', '/rest/workflows', { id, name, nodes: edited, connections, settings });

	expect(await importFlow(client, { ...flow, id })).toBe(id);

	const kept = storedSchema.parse(await client.request('GET', `/rest/workflows/${id}`));
	expect(kept).toMatchObject({ name, pinData: {} });
	expect(kept.nodes.map(({ notes }) => notes)).toEqual(nodes.map(() => 'Edited by me'));
	expect((await step(id, 'Retrain')).status).toBe('success');
});

it('keeps data that was pinned in a flow', async () => {
	const { client } = flows().running.n8n;
	const pinData = { 'Start by Hand': [{ json: { pinned: true } }] };
	const id = 'akPinned';
	await client.request('POST', '/rest/workflows', { id, name: 'Pinned', nodes: [], connections: {}, pinData });

	await importFlow(client, { id, name: 'Pinned', nodes: [], connections: {} });

	expect(await client.request('GET', `/rest/workflows/${id}`)).toMatchObject({ pinData });
});
