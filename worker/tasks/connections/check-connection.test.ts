import type { ResponseInfo } from '../../../api';
import { warnOfOtherLimit, sharersText, withKeyUses } from '../../pacing';
import { checkConnection } from './check-connection';

const account = { baseUrl: 'https://agents.example.com', apiKey: 'the-key' };

/** The use of the key of the first connection. All have one key. */
function sharedBy(...limits: number[]) {
	const connections: Record<string, typeof account & { requestsPerMinute: number }> = {};
	for (const [index, requestsPerMinute] of limits.entries())
		connections['abc'.charAt(index)] = { ...account, requestsPerMinute };
	const [first] = withKeyUses(connections);
	if (first === undefined) throw new Error('There is no connection a.');
	return first.key;
}

async function limitCheckOf(limits: number[], limit: number | null) {
	const reads = { account: () => Promise.resolve({ agents: null, limit }), mayRead: () => Promise.resolve(true) };
	const checks = await checkConnection({ name: 'a', baseUrl: account.baseUrl, key: sharedBy(...limits) }, reads);
	return checks.find(({ name }) => name === 'connection a limit');
}

function warningOf(limits: number[], limit: number): string | null {
	const warn = vi.fn((_fields: object, message: string) => message);
	const check = warnOfOtherLimit('a', sharedBy(...limits), { warn });
	const info = { rateLimit: { limit } } as ResponseInfo;
	check(info);
	check(info);
	expect(warn.mock.calls.length).toBeLessThanOrEqual(1);
	return warn.mock.calls[0]?.[1] ?? null;
}

const OWN_KEYS = 'Or create an API key for each connection.';

describe('connections with one key', () => {
	test.each([
		{
			limits: [60],
			limit: 30,
			status: 'fail',
			setting: 'The setting is 60 calls a minute, which is too high.',
			todo: 'Set connections.a.requestsPerMinute to 30.',
		},
		{
			limits: [60, 60],
			limit: 60,
			status: 'fail',
			setting:
				'The connections a and b share this key. Together they are set to 120 calls a minute, which is too high.',
			todo: `Set requestsPerMinute of each to 30, or to other values with the sum 60. ${OWN_KEYS}`,
		},
		{
			limits: [20, 20, 20],
			limit: 90,
			status: 'warn',
			setting: 'The connections a, b and c share this key. Together they are set to 60 calls a minute, which is lower.',
			todo: `Set requestsPerMinute of each to 30, or to other values with the sum 90. ${OWN_KEYS}`,
		},
		{
			limits: [1, 1, 1],
			limit: 2,
			status: 'fail',
			setting:
				'The connections a, b and c share this key. Together they are set to 3 calls a minute, which is too high.',
			todo: 'Create an API key for each connection.',
		},
	])('of $limits with a limit of $limit get values that fit', async ({ limits, limit, status, setting, todo }) => {
		const detail = `The service allows ${limit} calls a minute. ${setting}`;
		expect(await limitCheckOf(limits, limit)).toMatchObject({ status, detail, todo });
		expect(warningOf(limits, limit)).toContain(`${todo} Workers reload it without a restart.`);
	});

	test.each([
		[[30, 30], 60],
		[[40, 20], 60],
		[[33, 33, 33], 100],
	])('of %j fit a limit of %i', async (limits, limit) => {
		expect(await limitCheckOf(limits, limit)).toMatchObject({
			status: 'ok',
			todo: null,
			detail: expect.stringContaining('share this key') as string,
		});
		expect(warningOf(limits, limit)).toBeNull();
	});

	test('are named with their sum if the service reports no limit, and in the log', async () => {
		expect(await limitCheckOf([60, 60], null)).toMatchObject({
			detail:
				'The service does not report its limit. The connections a and b share this key. Together they are set to 120 calls a minute.',
		});
		expect(warningOf([60, 60], 60)).toContain(
			'The service allows 60 calls a minute with the key of connection a. The connections a and b share this key. Together they are set to 120 calls a minute.',
		);
	});

	test('are named by ten names at most', () => {
		const names = Array.from({ length: 12 }, (_, index) => `c${index}`);
		expect(sharersText(names)).toBe('c0, c1, c2, c3, c4, c5, c6, c7, c8, c9 and 2 more');
	});
});
