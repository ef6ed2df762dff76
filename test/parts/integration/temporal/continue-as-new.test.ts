import { startOwnTemporal } from '../../../support/temporal/own-server';
import { Platform } from '../../../support/temporal/start-platform';

let platform: Platform;

beforeAll(async () => {
	platform = await Platform.start({ temporal: startOwnTemporal(['limit.historyCount.suggestContinueAsNew=20']) });
});
afterAll(() => platform.stop());

describe('a history that grows long', () => {
	it('continues as new without losing its place', async () => {
		await platform.admin.setSettings({ clockFactor: 10 });
		const { id } = await platform.retrain('long', { timeoutSeconds: 600 });
		const started = await platform.tasks.get(id);
		const { client } = platform;
		const firstRun = (await client.workflow.getHandle(started.id).describe()).runId;
		const ended = await platform.ended(started.id);
		expect(ended).toMatchObject({ status: 'completed', connection: 'sandbox', startedAt: started.startedAt });
		expect(ended.result).toMatchObject({ audit: { postAttempts: 1 }, adopted: false });
		expect(await platform.retrainsOf('agent_support')).toBe(1);
		expect((await client.workflow.getHandle(started.id).describe()).runId).not.toBe(firstRun);
	});
});
