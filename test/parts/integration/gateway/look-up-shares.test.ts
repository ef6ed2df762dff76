import { ask } from '../../../support/gateway/ask';
import { startPlatform, type GatewayPlatform } from '../../../support/gateway/start-platform';

const READER = { name: 'reader', token: 'r'.repeat(24), roles: ['read'] };
const READS = 60;

let platform: GatewayPlatform;

beforeAll(async () => {
	platform = await startPlatform({ moreTokens: [READER], requestsPerMinute: 60 });
});
afterAll(() => platform.close());

test('a token that may only read leaves the tasks their share of the connection', async () => {
	const reading = Array.from({ length: READS }, (_, offset) =>
		fetch(`${platform.url}/v1/connections/main/agents?fresh=true&offset=${offset}`, {
			headers: { authorization: `Bearer ${READER.token}` },
		}),
	);
	const replies = await Promise.all(reading);
	const refused = replies.filter(({ status }) => status === 429);
	expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 429]));
	expect(refused.length).toBeGreaterThan(READS / 2);
	for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
	const calls = await platform.admin.requests({ path: '/agents' });
	expect(calls.length).toBe(READS - refused.length);

	const { status } = await ask(platform, {
		method: 'POST',
		path: '/v1/tasks/lead-export',
		key: 'meanwhile',
		body: { connection: 'main', agentIds: ['agent_support'], format: 'ndjson' },
	});
	expect(status).toBe(202);
});
