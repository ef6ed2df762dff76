import { SCOPES, type Scope } from '../../../api';
import { scopeReads } from '../../../nodes/AgentKnowledge/actions/account/reading-scopes';
import { operations } from '../../../nodes/AgentKnowledge/generated/operations';
import { byId } from '../../support/nodes/agent-knowledge';
import { World } from './matrix/world';

// Account: What Can This Key Do, with every kind of key.

let world: World;
beforeAll(async () => {
	world = await World.start();
});
afterEach(() => world.node.admin.clearFaults());
afterAll(() => world.close());

const READING = SCOPES.filter((scope) => scope.startsWith('read:'));
const WRITING = SCOPES.filter((scope) => scope.startsWith('write:'));
const SUPPORT = { agentId: byId('agent_support') };

/** A key that is revoked again, as an account has 20 at most. */
async function withKey<Result>(scopes: Scope[], work: (key: string) => Promise<Result>, agentIds?: string[]) {
	const { id, key } = await world.node.admin.createKey({ scopes, agentIds });
	const result = await work(key);
	await world.node.admin.revokeKey(id);
	return result;
}
const check = (apiKey: string, fields = {}) => world.node.run('account', 'checkKey', fields, { apiKey });
const sorted = (scopes: unknown) => [...(scopes as Scope[])].sort();

describe('What Can This Key Do', () => {
	it('tries every reading scope of the contract, by reading alone', () => {
		expect(scopeReads.map((id) => operations[id].scope).sort()).toEqual([...READING].sort());
		expect(scopeReads.map((id) => operations[id].method)).toEqual(scopeReads.map(() => 'GET'));
	});

	it.each(READING)('finds %s alone, with an agent that is named', async (scope) => {
		const { rows, error } = await withKey([scope], (key) => check(key, SUPPORT));
		expect(error).toBeUndefined();
		expect(rows).toMatchObject([{ granted: [scope], unknown: [], triedWithAgent: 'agent_support' }]);
		expect(sorted(rows[0]?.missing)).toEqual(READING.filter((one) => one !== scope).sort());
		expect(sorted(rows[0]?.notTested)).toEqual([...WRITING].sort());
	});

	it.each(READING)('finds all but %s', async (scope) => {
		const { rows } = await withKey(
			SCOPES.filter((one) => one !== scope),
			(key) => check(key, SUPPORT),
		);
		expect(rows).toMatchObject([{ missing: [scope], unknown: [] }]);
	});

	it('finds all of a full key, and changes and costs nothing', async () => {
		const before = await world.api('GET', '/usage');
		const requests = (await world.node.admin.requests()).length;
		const { rows } = await check(world.node.sandbox.seedKey);
		expect(sorted(rows[0]?.granted)).toEqual([...READING].sort());
		const made = (await world.node.admin.requests()).slice(requests);
		expect(new Set(made.map(({ method }) => method))).toEqual(new Set(['GET']));
		expect(await world.api('GET', '/usage')).toEqual(before);
	});

	it('does not fail for a key that may write only', async () => {
		const { rows, error } = await withKey(WRITING, (key) => check(key, SUPPORT));
		expect(error).toBeUndefined();
		expect(rows).toMatchObject([{ granted: [], unknown: [] }]);
		expect(sorted(rows[0]?.missing)).toEqual([...READING].sort());
	});

	it('takes an agent that the key can access when none is named', async () => {
		const { rows } = await withKey(['read:agents', 'read:leads'], (key) => check(key), ['agent_sales']);
		expect(rows).toMatchObject([{ granted: ['read:agents', 'read:leads'], triedWithAgent: 'agent_sales' }]);
	});

	it('says which scopes cannot be checked without an agent, and what to do', async () => {
		const { rows } = await withKey(['read:leads'], (key) => check(key));
		expect(rows).toMatchObject([{ granted: [], missing: ['read:agents', 'read:usage'], triedWithAgent: null }]);
		const reason = expect.stringContaining('field "Agent"') as string;
		expect(rows[0]?.unknown).toEqual(Array.from({ length: 8 }, () => expect.objectContaining({ reason }) as object));
	});

	it('says why it cannot check them with an agent that the key may not see', async () => {
		const { rows, error } = await withKey(READING, (key) => check(key, SUPPORT), ['agent_sales']);
		expect(error).toBeUndefined();
		expect(rows).toMatchObject([{ granted: ['read:agents', 'read:usage'], unknown: { length: 8 } }]);
	});

	it('fails for a wrong and for a revoked key, with what to do', async () => {
		const { id, key } = await world.node.admin.createKey({ scopes: ['read:agents'] });
		await world.node.admin.revokeKey(id);
		for (const apiKey of ['ak_wrong', key]) {
			const { error } = await check(apiKey);
			expect(error).toMatchObject({
				httpCode: '401',
				description: expect.stringContaining('Create a new key') as string,
			});
		}
	});

	it('fails when nothing answers at the base URL, or something else does', async () => {
		const at = (baseUrl: string) => world.node.run('account', 'checkKey', {}, { baseUrl });
		expect((await at('http://127.0.0.1:9')).error).toMatchObject({
			message: 'No server responds at http://127.0.0.1:9',
			description: expect.stringContaining('"Base URL"') as string,
		});
		expect((await at(world.node.sandbox.siteUrl)).error).toBeDefined();
	});
});
