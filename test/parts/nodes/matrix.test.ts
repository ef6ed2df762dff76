import type { INodeExecutionData } from 'n8n-workflow';
import { type Operation, operations, retrySafetyOf } from '../../../api';
import { resources } from '../../../nodes/AgentKnowledge/actions/registry';
import type { NodeResult } from '../../support/nodes/run-node';
import { expectFailedRow, expectMissing, expectOnce, expectScope } from './matrix/expectations';
import type { Sample } from './matrix/sample';
import { allSamples } from './matrix/samples';
import { World } from './matrix/world';

const broken = (items: INodeExecutionData[], sample: Sample): INodeExecutionData[] =>
	items.map((item, index) =>
		index === 1 ? { ...item, json: { ...item.json, ...(sample.broken ?? { agent: 'agent_gone' }) } } : item,
	);
/** The output rows of one input item. */
const rowsOf = ({ outputs }: NodeResult, item: number) =>
	(outputs[0] ?? []).filter(({ pairedItem }) => JSON.stringify(pairedItem).includes(`"item":${item}`));

const hasFailed = (result: NodeResult, item: number) =>
	rowsOf(result, item).some(({ json }) => typeof json.details === 'object' && 'error' in json);

// Every operation of the node in n8n's engine against the sandbox, each way in which a request can go.

it('tries every operation of the node', () => {
	const names = (list: readonly { resource: string; operations: readonly string[] }[]) =>
		list.flatMap((one) => one.operations.map((operation) => `${one.resource}.${operation}`)).sort();
	const tried = allSamples.map(({ resource, samples }) => ({
		resource,
		operations: samples.map(({ operation }) => operation),
	}));
	const there = resources.map((one) => ({ resource: one.value, operations: one.operations.map(({ value }) => value) }));
	expect(names(tried)).toEqual(names(there));
});

describe.each(allSamples)('$resource', ({ resource, samples }) => {
	let world: World;
	beforeAll(async () => {
		world = await World.start();
	});
	afterEach(() => world.node.admin.clearFaults());
	afterAll(() => world.close());

	describe.each(samples)('$operation', (sample) => {
		const endpoint: Operation = operations[sample.endpoint];
		const { requests = 1 } = sample;
		const { method, path } = endpoint;
		const safety = retrySafetyOf(endpoint, { action: sample.action });
		const prepare = (count: number) => sample.prepare(world, count);
		const run = (fields: object, options: object) => world.node.run(resource, sample.operation, { ...fields }, options);

		it('gives something for each of three items', async () => {
			const { fields, items } = await prepare(3);
			const result = await run(fields, { items });
			expect(result.error).toBeUndefined();
			for (const item of [0, 1, 2]) expect(rowsOf(result, item)).not.toHaveLength(0);
		});

		it('continues after an item that fails', async () => {
			const { fields, items } = await prepare(3);
			const fault = { kind: 'status', status: 400 } as const;
			if (sample.broken === null) await world.node.admin.addFault(method, path, fault);
			const result = await run(fields, { items: broken(items, sample), onError: 'continueRegularOutput' });
			expect(result.error).toBeUndefined();
			// The fault meets whichever request comes first: reads of several items are made at once.
			const failing = sample.broken === null ? [0, 1, 2].findIndex((item) => hasFailed(result, item)) : 1;
			const [row, ...more] = rowsOf(result, failing);
			expect(more).toEqual([]);
			expectFailedRow(sample, row?.json);
			for (const item of [0, 1, 2].filter((one) => one !== failing)) {
				expect(rowsOf(result, item)).not.toHaveLength(0);
				expect(hasFailed(result, item)).toBe(false);
			}
		});

		it('names the scope that the key lacks', async () => {
			const scope = endpoint.scope ?? 'read:agents';
			expect(scope).toBe(endpoint.scope);
			const { fields, items } = await prepare(1);
			expectScope(sample, scope, await run(fields, { items, apiKey: await world.keyWithout(scope) }));
		});

		it('says that the agent is missing or the key restricted', async () => {
			const { fields, items } = await prepare(1);
			const json = sample.agentless ? sample.broken : { agent: 'agent_gone' };
			const gone = items.map((item) => ({ ...item, json: { ...item.json, ...json } }));
			expect(gone).toHaveLength(1);
			expectMissing(sample, await run(fields, { items: gone }));
		});

		it('waits twice for the rate limit, and then succeeds', async () => {
			const { fields, items, effects } = await prepare(1);
			const before = await world.node.count(method, path);
			await world.node.admin.addFault(method, path, { kind: 'status', status: 429, retryAfter: 0 }, 2);
			const { rows, error } = await run(fields, { items });
			expect(error).toBeUndefined();
			expect(rows).not.toHaveLength(0);
			expect(await world.node.count(method, path)).toBe(before + requests + 2);
			expect((await effects?.()) ?? 1).toBe(1);
		});

		it('does nothing twice when the response is lost after the effect', async () => {
			const { fields, items, effects } = await prepare(1);
			const before = await world.node.count(method, path);
			await world.node.admin.addFault(method, path, { kind: 'lost-after' });
			const result = await run(fields, { items });
			const isOneRequest = safety === 'write-once' || safety === 'never';
			expect(await world.node.count(method, path)).toBe(before + requests + (isOneRequest ? 0 : 1));
			expectOnce(safety, result);
			expect((await effects?.()) ?? 1).toBe(1);
		});
	});
});
