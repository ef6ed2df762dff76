import { ask, askEnded, linkOf, retrain } from '../../../support/gateway/ask';
import { type GatewayPlatform, startPlatform } from '../../../support/gateway/start-platform';
import { eventually } from '../../../support/time/eventually';

let platform: GatewayPlatform;
beforeAll(async () => {
	platform = await startPlatform({ clockFactor: 1_000, requestsPerMinute: 600 });
});
afterAll(() => platform.close());

/** Services limit single operations as well, and each refusal pauses the whole key. */
test('a write that is refused as often as it comes does not keep another task of the key from its turn', async () => {
	const write = { method: 'POST', path: '/agents/agent_support/sources' };
	await platform.admin.addFault(write.method, write.path, { kind: 'status', status: 429, retryAfter: 1 }, 10_000);
	const sources = [{ type: 'text', title: 'Opening hours', content: 'From nine to five.' }];
	const body = { connection: 'main', agentId: 'agent_support', sources };
	const refused = linkOf(await ask(platform, { method: 'POST', path: '/v1/tasks/add-sources', key: 'refused', body }));
	await eventually(
		() => platform.admin.requests(write),
		(seen) => expect(seen).not.toEqual([]),
		'the task looks at the agent first',
	);
	const other = linkOf(await ask(platform, retrain('another', { agentId: 'agent_sales' })));
	expect((await askEnded(platform, other)).body).toMatchObject({ status: 'completed' });
	await platform.admin.clearFaults();
	expect((await askEnded(platform, refused)).body).toMatchObject({ status: 'completed' });
});
