import { randomBytes } from 'node:crypto';
import type { Client, Connection } from '@temporalio/client';
import { checkOpenTasks } from '../../../../worker/cli/doctor/check-open-tasks';
import { Keyring } from '../../../../worker/temporal';
import { INTERNAL_QUEUE } from '../../../../workflows/task-queues';
import { startTemporal, type TemporalServer } from '../../../support/temporal/start-temporal';
import { eventually } from '../../../support/time/eventually';
import { clientOf } from '../../../support/temporal/connect-patiently';

/** More than Temporal lists at once. */
const NEWER = 1_010;
const AT_A_TIME = 50;

const secrets = new Map<string, string>();
const key = (id: string) => {
	const secret = secrets.get(id) ?? randomBytes(32).toString('base64');
	secrets.set(id, secret);
	return { id, secret };
};

let server: TemporalServer;
let clients: Array<Client & { connection: Connection }>;

/** The last key encrypts. */
const ring = (...ids: string[]) => new Keyring({ keys: ids.map(key), current: ids.at(-1) ?? '' });

async function clientWith(keyring: Keyring): Promise<Client> {
	const client = await clientOf({ address: server.address, namespace: server.namespace }, keyring);
	clients.push(client);
	return client;
}

const start = (client: Client, workflowId: string) =>
	client.workflow.start('retrainAndWait', {
		taskQueue: INTERNAL_QUEUE,
		workflowId,
		args: [{ agentId: 'agent' }],
		memo: { connection: 'main', progress: null },
	});

async function startMany(client: Client, name: string): Promise<void> {
	for (let from = 0; from < NEWER; from += AT_A_TIME)
		await Promise.all(Array.from({ length: AT_A_TIME }, (_, index) => start(client, `${name}-${from + index}`)));
}

/** What doctor says. */
async function said(keyring: Keyring): Promise<string[]> {
	const checks = await checkOpenTasks(await clientWith(keyring), keyring, () => undefined);
	return checks.map(({ status, detail }) => `${status} ${detail}`);
}

beforeEach(async () => {
	server = await startTemporal();
	clients = [];
});
afterEach(async () => {
	await Promise.all(clients.map(({ connection }) => connection.close()));
	await server.stop();
});

test('an old task whose key is gone is found behind many newer ones', async () => {
	await start(await clientWith(ring('gone')), 'retrain-and-wait~old');
	const newer = await clientWith(ring('present'));
	await startMany(newer, 'retrain-and-wait~newer');
	// The server lists what began a moment later.
	await eventually(
		() => said(ring('present')),
		(seen) =>
			expect(seen).toEqual([
				'fail The encryption key "gone" is not in encryption.keys. 1 open workflow cannot continue: retrain-and-wait~old.',
			]),
		"Temporal's index lists a workflow a moment later",
	);
	await eventually(
		async () => (await said(ring('gone', 'present')))[0],
		(seen) => expect(seen).toMatch(/^ok All keys are there that these need: 10\d\d open workflows\.$/),
		"Temporal's index lists a workflow a moment later",
	);
});

test('each fault has its own line, with how many tasks and schedules it holds', async () => {
	const first = await clientWith(ring('first'));
	for (const number of [1, 2, 3, 4, 5, 6]) await start(first, `retrain-and-wait~${number}`);
	await first.schedule.create({
		scheduleId: 'nightly',
		spec: { intervals: [{ every: '1 day' }] },
		action: { type: 'startWorkflow', workflowType: 'nightlyRetrain', taskQueue: INTERNAL_QUEUE, args: [{}] },
	});
	const other = await clientWith(ring('other'));
	await start(other, 'retrain-and-wait~other');
	secrets.delete('other');
	// The server lists what began a moment later.
	const found = await eventually(
		() => said(ring('other', 'current')),
		(lines) => expect(lines).toHaveLength(2),
		"Temporal's index lists a workflow a moment later",
	);
	expect(found).toContain(
		'fail The encryption key "other" has another secret in encryption.keys than before. 1 open workflow cannot continue: retrain-and-wait~other.',
	);
	expect(found.find((text) => text.includes('"first"'))).toMatch(
		/^fail .*is not in encryption\.keys\. 6 open workflows and 1 schedule cannot continue: among them retrain-and-wait~\d, /,
	);
});

test('a key between the first and the current one is found in the history', async () => {
	await start(await clientWith(ring('first')), 'retrain-and-wait~long');
	await (await clientWith(ring('first', 'between'))).workflow.getHandle('retrain-and-wait~long').signal('cancel', 'x');
	// The server lists what began a moment later.
	await eventually(
		() => said(ring('first', 'current')),
		(seen) =>
			expect(seen).toEqual([
				expect.stringMatching(/^fail .*"between" is not in encryption\.keys\. 1 open workflow /) as string,
			]),
		"Temporal's index lists a workflow a moment later",
	);
	await eventually(
		() => said(ring('first', 'between', 'current')),
		(seen) => expect(seen).toEqual(['ok All keys are there that these need: 1 open workflow.']),
		"Temporal's index lists a workflow a moment later",
	);
});
