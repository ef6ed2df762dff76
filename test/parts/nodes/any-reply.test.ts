import fc from 'fast-check';
import { AlteringProxy } from '../../support/nodes/altering-proxy';
import { itemsOf } from '../../support/nodes/agent-knowledge';
import type { NodeResult } from '../../support/nodes/run-node';
import { AGENT } from './matrix/sample';
import { World } from './matrix/world';

/** What JavaScript says of a value that a program did not expect. */
const UNEXPECTED = /undefined|is not a function|is not iterable|Cannot (read|convert|set)|\[object|NaN|Invalid time/;

const OPERATIONS = [
	['agent', 'getAll', 'GET'],
	['agent', 'get', 'GET'],
	['lead', 'getAll', 'GET'],
	['source', 'getAll', 'GET'],
	['qaPair', 'getAll', 'GET'],
	['analytics', 'getUnanswered', 'GET'],
	['knowledge', 'search', 'GET'],
	['agent', 'chat', 'POST'],
] as const;
const FIELDS = { ...AGENT, query: 'a', message: 'a', sessionId: 'email:1', returnAll: true, splitIntoItems: true };

let world: World;
let proxy: AlteringProxy;
beforeAll(async () => {
	world = await World.start();
	proxy = await AlteringProxy.start(world.node.sandbox.apiUrl);
});
afterEach(() => {
	proxy.reset();
});
afterAll(async () => {
	await proxy.close();
	await world.close();
});

const run = (resource: string, operation: string) =>
	world.node.run(resource, operation, FIELDS, { items: itemsOf({ agent: 'agent_support' }), baseUrl: proxy.url });

/** What is wrong with the end of a run: it has rows, or an error of n8n's kinds in words. */
function wrongWith({ error, outputs }: NodeResult): string | null {
	if (error === undefined) return outputs.length > 0 ? null : 'neither rows nor an error';
	const said = `${error.name}: ${error.message} ${error.description ?? ''}`;
	return /^Node(Api|Operation)Error: .*\w+ \w+/s.test(said) && !UNEXPECTED.test(said) ? null : said;
}

/** The value with another one somewhere in it. @param where of [0, 1), which part of each level */
function altered(value: unknown, where: readonly number[], other: unknown): unknown {
	const [at, ...deeper] = where;
	if (at === undefined || typeof value !== 'object' || value === null) return other;
	const entries = Object.entries(value);
	const chosen = Math.floor(at * entries.length);
	const changed = entries.map(([name, inner], index): [string, unknown] => [
		name,
		index === chosen ? altered(inner, deeper, other) : inner,
	]);
	return Array.isArray(value) ? changed.map(([, inner]) => inner) : Object.fromEntries(changed);
}

const part = fc.double({ min: 0, max: 0.999, noNaN: true });
const others = fc.oneof(
	fc.constantFrom<unknown>(null, '', [], {}, [null], -1, 0.5, 1e308, true, 'a word'),
	fc.jsonValue({ maxDepth: 2 }),
);

describe.each(OPERATIONS)('%s %s', (resource, operation, method) => {
	it('ends with rows or an error in words, whatever one field of the reply is', async () => {
		const properly = fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 4 }), others, async (where, other) => {
			proxy.alter(method, /./, { body: (original) => altered(original, where, other) }, 9);
			expect(wrongWith(await run(resource, operation))).toBeNull();
			proxy.reset();
		});
		await fc.assert(properly, { numRuns: 5 });
	});

	it('ends with rows or an error in words, whatever words a refusal has', async () => {
		const statuses = fc.constantFrom(400, 401, 403, 404, 409, 418, 422);
		const bodies = fc.oneof(
			fc.json(),
			fc.constantFrom('', '<html>', '{"items":[{}]}', '{"items":{}}', '{"type":5,"title":[],"issues":[5]}', '{"a":'),
		);
		const properly = fc.asyncProperty(statuses, bodies, async (status, body) => {
			proxy.alter(method, /./, { status, body }, 9);
			expect(wrongWith(await run(resource, operation))).toBeNull();
			proxy.reset();
		});
		await fc.assert(properly, { numRuns: 3 });
	});
});
