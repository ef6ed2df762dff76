import { checkSharedAccounts, type SeenAgents } from './check-shared-accounts';

const seen = (connection: string, agentIds: string[], more: Partial<SeenAgents> = {}): SeenAgents => ({
	connection,
	baseUrl: 'https://agents.example.com',
	apiKey: `the-key-of-${connection}`,
	agentIds,
	...more,
});

test('different keys of one account are named, without the keys', () => {
	const checks = checkSharedAccounts([
		seen('a', ['one', 'two']),
		seen('other', ['four']),
		seen('b', ['three', 'two']),
		seen('c', ['three']),
	]);
	expect(checks).toMatchObject([
		{
			name: 'connections a, b and c',
			status: 'warn',
			detail: expect.stringContaining('have different keys of one account of https://agents.example.com') as string,
			todo: expect.stringContaining('Use one connection for each account') as string,
		},
	]);
	expect(JSON.stringify(checks)).not.toContain('the-key');
});

test('other accounts, other services, keys that show nothing, and one key twice are no such finding', () => {
	const one = seen('a', ['one']);
	expect(checkSharedAccounts([one, seen('b', ['two'])])).toEqual([]);
	expect(checkSharedAccounts([one, seen('b', ['one'], { baseUrl: 'https://other.example.com' })])).toEqual([]);
	expect(checkSharedAccounts([seen('a', []), seen('b', [])])).toEqual([]);
	expect(checkSharedAccounts([one, seen('b', ['one'], { apiKey: one.apiKey })])).toEqual([]);
});

test('an agent whose name every object has is an agent', () => {
	expect(checkSharedAccounts([seen('constructor', ['toString']), seen('__proto__', ['toString'])])).toHaveLength(1);
});
