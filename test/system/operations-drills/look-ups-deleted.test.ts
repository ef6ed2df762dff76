import { Client, type Connection } from '@temporalio/client';
import { deletePastLookUps } from '../../../worker/connections/past-look-ups';
import { ask } from '../../support/gateway/ask';
import { type GatewayPlatform, startPlatform } from '../../support/gateway/start-platform';
import { connectPatiently } from '../../support/temporal/connect-patiently';
import { eventually } from '../../support/time/eventually';

let platform: GatewayPlatform;
let connection: Connection;
let client: Client;

beforeAll(async () => {
	platform = await startPlatform();
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

test('no look-up is kept', async () => {
	const { status } = await ask(platform, { path: '/v1/connections/main/agents?fresh=true' });
	expect(status).toBe(200);
	await eventually(lookUpsKept, (seen) => expect(seen).toBe(1), 'the index of Temporal is a moment behind the look-up');
	// The server deletes it at once when it has written down its end, which takes half a minute.
	await eventually(
		() => deletePastLookUps(client, 40_000).then(lookUpsKept),
		(seen) => expect(seen).toBe(0),
		'the server deletes an ended look-up only after half a minute',
		{ everyMs: 5_000, looks: 60 },
	);
});
