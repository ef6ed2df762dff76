import { type Operation, type OperationId, operations } from '../../../api';
import { findOperation } from '../../../nodes/AgentKnowledge/actions/registry';
import { type ContractRequest, contractRequest, pathsOf, pathsOfSchema } from './matrix/requests';
import { allSamples } from './matrix/samples';
import { World } from './matrix/world';

/** What is no operation for a flow: the description of the API itself. */
const NOT_FOR_FLOWS: OperationId[] = ['getOpenApi'];

interface Sent extends ContractRequest {
	by: { resource: string; operation: string };
}
const sent: Sent[] = [];

/** Each operation once, with every field set. */
beforeAll(async () => {
	const world = await World.start();
	for (const { resource, samples } of allSamples) {
		for (const { operation, prepare } of samples) {
			const { fields, items } = await prepare(world, 1);
			const { error } = await world.node.run(resource, operation, fields, {
				items,
				onRequest: (request) => sent.push({ ...contractRequest(request), by: { resource, operation } }),
			});
			if (error !== undefined) throw error;
		}
	}
	await world.close();
});

const requestsOf = (id: OperationId) => sent.filter((request) => request.id === id);
const endpoints = Object.entries(operations as Record<OperationId, Operation>)
	.map(([id, operation]) => ({ id: id as OperationId, ...operation }))
	.filter(({ id }) => !NOT_FOR_FLOWS.includes(id));

describe("the node's requests", () => {
	it('go to endpoints of the contract only, and to those that the operation names', () => {
		for (const { id, by } of sent) {
			expect({ by, known: id !== undefined }).toEqual({ by, known: true });
			expect(findOperation(by.resource, by.operation)?.endpoints).toContain(id);
		}
	});

	it.each(endpoints)('reach $id, and set every query parameter and body field of it', ({ id, query, body }) => {
		const requests = requestsOf(id);
		expect(requests).not.toHaveLength(0);
		const queried = requests.flatMap((request) => pathsOf(request.query));
		expect([...new Set(queried)].sort()).toEqual((query === null ? [] : pathsOfSchema(query)).sort());
		if (body?.kind !== 'json') return;
		const filled = requests.flatMap((request) => pathsOf(request.body));
		expect([...new Set(filled)].sort()).toEqual(pathsOfSchema(body.schema).sort());
	});

	it('are as the contract wants them', () => {
		for (const { id, by, query, body } of sent) {
			const endpoint: Operation = operations[id ?? 'getOpenApi'];
			const problems = [
				endpoint.query?.safeParse(query).error?.message,
				endpoint.body?.kind === 'json' ? endpoint.body.schema.safeParse(body).error?.message : undefined,
			];
			expect({ by, problems }).toEqual({ by, problems: [undefined, undefined] });
			const isForm = Buffer.isBuffer(body) && body.includes('name="file"');
			expect({ by, isForm }).toEqual({ by, isForm: endpoint.body?.kind === 'multipart' });
		}
	});
});
