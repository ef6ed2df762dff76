import { Client } from '@temporalio/client';
import { incidentsSchema, taskPageSchema } from '../../../../worker/gateway/schemas';
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
		timing: { ...SOON, holdMs: 300, probeEveryMs: 500 },
	});
});
afterAll(() => platform.close());

/** A task that began while the configuration had the connection. */
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

const wrong = async () => incidentsSchema.parse((await ask(platform, { path: '/v1/incidents' })).body).open;

test('a task of a removed connection is an incident, and whoever watches it is told', async () => {
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

	const [incident] = await eventually(wrong, (open) => expect(open).toHaveLength(1), 'the incident');
	expect(incident).toMatchObject({
		kind: 'connection',
		connection: 'gone',
		title: 'The configuration no longer has the connection.',
		blocks: { tasks: 1 },
	});
	await runCommand(platform, ['tasks', 'cancel', ID]);
	await eventually(wrong, (open) => expect(open).toEqual([]), 'nothing waits for it any more');
});
