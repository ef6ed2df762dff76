import { join } from 'node:path';
import { Client, type Connection, type WorkflowClientInterceptor, type WorkflowHandle } from '@temporalio/client';
import type { Payload, PayloadCodec } from '@temporalio/common';
import { Worker } from '@temporalio/worker';
import { repeatAbortedUpdates } from '../../../worker/temporal';
import { GRPC, grpcCodeOf } from '../../../worker/temporal/grpc-code';
import { connectPatiently, connectWorkersPatiently } from '../../support/temporal/connect-patiently';
import { startTemporal } from '../../support/temporal/start-temporal';
import { useRuntime } from '../../support/temporal/use-runtime';
import { BEGIN_AGAIN, type beginsAgain, IS_WAITING, KNOCK, RESPONSE } from './begins-again';

const TASK_QUEUE = 'aborted-updates';

/**
 * A workflow cannot begin a new history while a signal has just arrived: the server fails the workflow task, and aborts
 * the update that was in it. A worker encodes what a workflow task returns before it sends it. So a signal that is sent
 * meanwhile comes at this moment each time.
 */
class SignalsWhileEncoding implements PayloadCodec {
	#work: (() => Promise<void>) | null = null;

	/** Does this once, before the next response of the update leaves the worker. */
	beforeResponse(work: () => Promise<void>): void {
		this.#work = work;
	}

	async encode(payloads: Payload[]): Promise<Payload[]> {
		const work = this.#work;
		if (work !== null && payloads.some(isResponse)) {
			this.#work = null;
			await work();
		}
		return payloads;
	}

	decode(payloads: Payload[]): Promise<Payload[]> {
		return Promise.resolve(payloads);
	}
}

function isResponse({ data }: Payload): boolean {
	return Buffer.from(data ?? []).toString() === JSON.stringify(RESPONSE);
}

useRuntime();

const codec = new SignalsWhileEncoding();
let connection: Connection;
let namespace: string;
let stop: () => Promise<void> = () => Promise.resolve();

beforeAll(async () => {
	const temporal = await startTemporal();
	({ namespace } = temporal);
	connection = await connectPatiently(temporal.address);
	const native = await connectWorkersPatiently(temporal.address);
	const worker = await Worker.create({
		connection: native,
		namespace,
		taskQueue: TASK_QUEUE,
		workflowsPath: join(__dirname, 'begins-again.ts'),
		dataConverter: { payloadCodecs: [codec] },
	});
	const running = worker.run();
	stop = async () => {
		worker.shutdown();
		await running;
		await Promise.all([connection.close(), native.close()]);
		await temporal.stop();
	};
});
afterAll(() => stop());

/** Sends the update once a signal is sure to come between. @returns the workflow, and the outcome of each attempt */
async function updateOf(workflowId: string, interceptors: WorkflowClientInterceptor[]) {
	const attempts: string[] = [];
	const counting: WorkflowClientInterceptor = {
		async startUpdate(input, next) {
			try {
				const started = await next(input);
				attempts.push('accepted');
				return started;
			} catch (error) {
				attempts.push(grpcCodeOf(error) === GRPC.failedPrecondition ? 'aborted' : String(error));
				throw error;
			}
		},
	};
	const client = new Client({ connection, namespace, interceptors: { workflow: [...interceptors, counting] } });
	const handle: WorkflowHandle<typeof beginsAgain> = await client.workflow.start<typeof beginsAgain>('beginsAgain', {
		workflowId,
		taskQueue: TASK_QUEUE,
		args: [false],
	});
	expect(await handle.query(IS_WAITING)).toBe(true);
	codec.beforeResponse(() => handle.signal(KNOCK));
	return { handle, attempts, update: handle.executeUpdate(BEGIN_AGAIN) };
}

it('an update that was aborted with its workflow task is sent again', async () => {
	const { handle, attempts, update } = await updateOf('repeated', [repeatAbortedUpdates]);
	expect(await update).toBe(RESPONSE);
	expect(attempts).toEqual(['aborted', 'accepted']);
	expect(await handle.result()).toBe('begun again');
});

it('the server leaves that to the caller', async () => {
	const { handle, attempts, update } = await updateOf('aborted', []);
	await expect(update).rejects.toThrow();
	expect(attempts).toEqual(['aborted']);
	await handle.terminate();
});
