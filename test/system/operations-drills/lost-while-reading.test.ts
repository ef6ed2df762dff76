import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@temporalio/client';
import { temporal as protocol } from '@temporalio/proto';
import { z } from 'zod';
import { freePort } from '../../../scripts/processes/free-port.mjs';
import { startWorker } from '../../../scripts/start/start-worker.mjs';
import { type RunningSandbox, startSandbox } from '../../../sandbox/bootstrap/start-sandbox';
import { workbookOfStrings } from '../../../worker/knowledge/testing/hostile';
import { ask, askEnded, linkOf } from '../../support/gateway/ask';
import { KeptTemporal } from '../../support/site/kept-temporal';
import { type RestartableService, restartable } from '../../support/stack/restartable-service';
import { connectPatiently } from '../../support/temporal/connect-patiently';
import { eventually } from '../../support/time/eventually';

const { PendingActivityState } = protocol.api.enums.v1;

let folder: string;
let temporal: KeptTemporal;
let sandbox: RunningSandbox;
let worker: RestartableService;
let client: Client;
let gateway: { url: string; token: string };

beforeAll(async () => {
	const secrets = {
		workerKey: `ak_${randomBytes(24).toString('hex')}`,
		gatewayToken: randomBytes(24).toString('hex'),
		encryptionKey: randomBytes(32).toString('base64'),
	};
	[temporal, sandbox, folder] = await Promise.all([
		KeptTemporal.start(),
		startSandbox({ clockFactor: 1_000, rateLimit: 'none', adminToken: 'admin', seedKey: secrets.workerKey }),
		mkdtemp(join(tmpdir(), 'agent-knowledge-lost-')),
	]);
	const port = await freePort();
	gateway = { url: `http://127.0.0.1:${port}`, token: secrets.gatewayToken };
	worker = await restartable(() =>
		startWorker({
			configFile: join(folder, 'worker.yaml'),
			logFile: join(folder, 'worker.log'),
			temporalAddress: temporal.address,
			apiUrl: sandbox.apiUrl,
			port,
			callbackHosts: [],
			requestsPerMinute: 6_000,
			secrets,
		}),
	);
	client = new Client({ connection: await connectPatiently(temporal.address), namespace: 'agent-knowledge' });
});

afterAll(async () => {
	await client.connection.close();
	await worker.stop();
	await Promise.all([sandbox.close(), temporal.stop()]);
	await rm(folder, { recursive: true, force: true });
});

const sync = (set: string, more: object) =>
	ask(gateway, {
		method: 'POST',
		path: '/v1/tasks/knowledge-sync',
		key: set,
		body: { version: 1, connection: 'sandbox', agentId: 'agent_support', set, planOnly: true, ...more },
	});

/** The attempt of the task's step that a worker has begun, and of which Temporal has a sign of life. */
async function begunAttempt(workflowId: string): Promise<number> {
	const { namespace } = client.options;
	// As it is: this client has no key for what is encrypted.
	const found = await client.workflowService.describeWorkflowExecution({ namespace, execution: { workflowId } });
	const [step] = found.pendingActivities;
	// Details of an attempt stay until the next one has some, also while that one only waits for its turn.
	const isBegun = step?.state === PendingActivityState.PENDING_ACTIVITY_STATE_STARTED;
	const isAlive = Number(step?.lastHeartbeatTime?.seconds ?? 0) >= Number(step?.lastStartedTime?.seconds ?? Infinity);
	return isBegun && isAlive ? (step.attempt ?? 0) : 0;
}

/** Uploads a file. @returns its reference */
async function uploaded(content: Buffer): Promise<string> {
	const headers = { authorization: `Bearer ${gateway.token}`, 'content-type': 'application/octet-stream' };
	const reply = await fetch(`${gateway.url}/v1/blobs`, { method: 'PUT', headers, body: new Uint8Array(content) });
	return z.object({ blob: z.string() }).parse(await reply.json()).blob;
}

it('a file during which three workers ended fails its task with the reason, and all others go on', async () => {
	const hostile = await sync('hostile', { blob: await uploaded(await workbookOfStrings(5_700_000)) });
	expect(hostile.status).toBe(202);
	const { id } = z.looseObject({ id: z.string() }).parse(hostile.body);
	const good = [
		await sync('good', { rows: [{ type: 'qa', question: 'When do you open?', answer: 'At nine.' }] }),
		// It waits until the other file is read.
		await sync('file', { blob: await uploaded(Buffer.from('question,answer\nWhen do you open?,At nine.\n')) }),
	];
	for (const attempt of [1, 2, 3]) {
		await eventually(
			() => begunAttempt(id),
			(seen) => seen === attempt,
			'Temporal notices the lost worker after a minute',
		);
		await worker.kill();
		await worker.start();
	}
	const { body: failed } = await askEnded(gateway, linkOf(hostile));
	expect(failed).toMatchObject({ status: 'failed', error: { type: 'worker_ended' } });
	expect(JSON.stringify(failed)).toMatch(/The uploaded file was read 3 times, and each time the worker ended/);
	for (const each of good) expect((await askEnded(gateway, linkOf(each))).body).toMatchObject({ status: 'completed' });
});
