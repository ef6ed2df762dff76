import { join } from 'node:path';
import type { Client } from '@temporalio/client';
import { Worker } from '@temporalio/worker';
import { clientOf, connectWorkersPatiently } from '../../support/temporal/connect-patiently';
import { startTemporal } from '../../support/temporal/start-temporal';
import { useRuntime } from '../../support/temporal/use-runtime';
import { encryptedConverter, Keyring } from '../../../worker/temporal';
import { READ, type respondsWithText, type sendsText, STOP, type Way } from './sends-too-much';

const TASK_QUEUE = 'bounded-sends';
/** More than 4 MiB of UTF-8, and far fewer than 4 Mi characters. */
const TOO_MANY = 1_500_000;

useRuntime();

const keyring = new Keyring({ keys: [{ id: 'k1', secret: Buffer.alloc(32).toString('base64') }], current: 'k1' });
let client: Client;
let stop: () => Promise<void> = () => Promise.resolve();

beforeAll(async () => {
	const temporal = await startTemporal();
	const { address, namespace } = temporal;
	const connected = await clientOf({ address, namespace }, keyring);
	const native = await connectWorkersPatiently(address);
	const worker = await Worker.create({
		connection: native,
		namespace,
		taskQueue: TASK_QUEUE,
		workflowsPath: join(__dirname, 'sends-too-much.ts'),
		interceptors: { workflowModules: [join(__dirname, '../../../workflows/task/bounded-sends.ts')] },
		activities: { takeText: (text: string) => Promise.resolve(text.length) },
		dataConverter: encryptedConverter(keyring),
	});
	const running = worker.run();
	client = connected;
	stop = async () => {
		worker.shutdown();
		await running;
		await Promise.all([connected.connection.close(), native.close()]);
		await temporal.stop();
	};
});
afterAll(() => stop());

const start = (way: Way, letters: number) =>
	client.workflow.start<typeof sendsText>('sendsText', {
		workflowId: `${way}-${letters}`,
		taskQueue: TASK_QUEUE,
		args: [way, letters, `receiver-of-${way}-${letters}`],
	});

const tooLarge = (what: string) => ({
	type: 'result_too_large',
	nonRetryable: true,
	message: expect.stringContaining(`${what} is too large for Temporal. What was done stays.`) as string,
});

it.each<[Way, string]>([
	['child', 'What the task gives to lengthOf'],
	['memo', 'What the task gives to lengthOf'],
	['signal', 'What the task sends as note'],
	['own-signal', 'What the task sends as note'],
	['activity', 'What the task gives to takeText'],
	['next', 'The state of the task'],
	['result', 'The result of the task'],
])('a text that is too large fails in words on the way of a %s', async (way, what) => {
	await expect((await start(way, TOO_MANY)).result()).rejects.toMatchObject({ cause: tooLarge(what) });
});

it.each<Way>(['child', 'activity'])('a text that is small enough goes on the way of a %s', async (way) => {
	expect(await (await start(way, 500_000)).result()).toBe(500_000);
});

it('a response that is too large fails the update, and the task goes on', async () => {
	const task = await client.workflow.start<typeof respondsWithText>('respondsWithText', {
		workflowId: 'responds',
		taskQueue: TASK_QUEUE,
	});
	await expect(task.executeUpdate(READ, { args: [TOO_MANY] })).rejects.toMatchObject({
		cause: tooLarge('The response to read'),
	});
	expect(await task.executeUpdate(READ, { args: [2] })).toHaveLength(2);
	await task.signal(STOP);
	expect(await task.result()).toBe('stopped');
});
