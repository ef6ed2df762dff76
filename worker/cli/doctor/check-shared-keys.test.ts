import { checkSharedKeys } from './check-shared-keys';

const account = { baseUrl: 'https://agents.example.com', apiKey: 'the-key', requestsPerMinute: 30, shareOfLimit: 0.97 };

test('connections with one key are named with the sum of their limits, and without the key', () => {
	const checks = checkSharedKeys({ a: account, b: account, other: { ...account, apiKey: 'another-key' } });
	expect(checks).toEqual([
		{
			name: 'connections a, b',
			status: 'warn',
			detail:
				'The connections a, b use the same API key of https://agents.example.com. Their limits add up: 60 requests a minute.',
			todo: "Create an API key for each connection. Or choose requestsPerMinute of each so that their sum is the key's limit.",
		},
	]);
	expect(JSON.stringify(checks)).not.toContain('the-key');
});

test('connections with keys of their own give no finding', () => {
	expect(checkSharedKeys({ a: account, b: { ...account, apiKey: 'another-key' } })).toEqual([]);
});
