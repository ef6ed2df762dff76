import { Client } from '@temporalio/client';
import { taskPageSchema } from '../../../../worker/gateway/schemas';
import { searchAttributes } from '../../../../workflows/task/visibility';
import { INTERNAL_QUEUE } from '../../../../workflows/task-queues';
import { ask } from '../../../support/gateway/ask';
import { runCommand } from '../../../support/gateway/run-command';
import { type GatewayPlatform, startPlatform } from '../../../support/gateway/start-platform';
import { connectPatiently } from '../../../support/temporal/connect-patiently';
import { SOON } from '../../../support/temporal/soon';
import { startTemporal, type TemporalServer } from '../../../support/temporal/start-temporal';
import { eventually } from '../../../support/time/eventually';

const ID = 'retrain-and-wait~left';

let platform: GatewayPlatform;
beforeAll(async () => {
	const temporal = await startTemporal();
	await startOver(temporal, 'gone');
	platform = await startPlatform({
		temporal,
	});
});
afterAll(() => platform.close());

/** A task that began while the configuration had the connection. Nobody runs it here. */
async function startOver(temporal: TemporalServer, connection: string): Promise<void> {
	const { address, namespace } = temporal;
	const client = new Client({ connection: await connectPatiently(address), namespace });
	const input = {
		version: 1,
		connection,
		agentId: 'a',
		waitUntil: 'finished',
		ifActive: 'adopt',
		timeoutSeconds: 86_400,
	};
	await client.workflow.start('retrainAndWait', {
		workflowId: ID,
		taskQueue: INTERNAL_QUEUE,
		args: [{ input, frozen: { keyVersion: 'k1', settleMs: 100, timing: SOON } }],
		typedSearchAttributes: [
			{ key: searchAttributes.task, value: 'retrain-and-wait' },
			{ key: searchAttributes.connection, value: connection },
			{ key: searchAttributes.agent, value: 'a' },
			{ key: searchAttributes.stage, value: 'looking' },
		],
	});
	await client.connection.close();
}

test('whoever lists or watches a task of a removed connection is told, and does not wait for ever', async () => {
	const watched = await runCommand(platform, ['tasks', 'watch', ID]);
	expect(watched.code).toBe(1);
	expect(watched.result).toContain('the configuration no longer has the connection "gone"');
	const all = await eventually(
		() => runCommand(platform, ['tasks', 'watch']),
		({ result }) => expect(result).toContain('no longer has the connection'),
		'the task in the list',
	);
	expect(all.code).toBe(1);
	const page = taskPageSchema.parse((await ask(platform, { path: '/v1/tasks?connection=gone' })).body);
	expect(page.items).toMatchObject([{ id: ID, status: 'running', connectionMissing: true }]);
});
