import { Client, type Connection } from '@temporalio/client';
import { ask } from '../../../support/gateway/ask';
import { deletePastLookUps } from '../../../../worker/connections/past-look-ups';
import { startPlatform, type GatewayPlatform } from '../../../support/gateway/start-platform';
import { eventually } from '../../../support/time/eventually';
import { connectPatiently } from '../../../support/temporal/connect-patiently';

const READER = { name: 'reader', token: 'r'.repeat(24), roles: ['read'] };
const READS = 60;

let platform: GatewayPlatform;
let connection: Connection;
let client: Client;

beforeAll(async () => {
	platform = await startPlatform({ moreTokens: [READER], requestsPerMinute: 60 });
	const { address, namespace } = platform.config.temporal;
	connection = await connectPatiently(address);
	client = new Client({ connection, namespace });
});

afterAll(async () => {
	await connection.close();
	await platform.close();
});

async function lookUpsKept(): Promise<number> {
	const { count } = await client.workflow.count("WorkflowType = 'lookUp'");
	return count;
}

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

test('no look-up is kept', async () => {
	expect(await lookUpsKept()).toBeGreaterThan(0);
	// The server deletes it at once when it has written down its end, which takes half a minute.
	await eventually(
		() => deletePastLookUps(client, 40_000).then(lookUpsKept),
		(seen) => expect(seen).toBe(0),
		'the server deletes an ended look-up only after half a minute',
		{ everyMs: 5_000, looks: 60 },
	);
});
