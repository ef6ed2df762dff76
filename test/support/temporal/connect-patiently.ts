import {
	Connection,
	defaultGrpcRetryOptions,
	type GrpcRetryOptions,
	makeGrpcRetryInterceptor,
} from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { connectClient } from '../../../worker/temporal';
import { GRPC, grpcCodeOf } from '../../../worker/temporal/grpc-code';
import { useRuntime } from './use-runtime';

/** To a server that runs. A machine that is busy or stands still exceeds the SDK's 10 s. */
const CONNECT_MS = 180_000;
/** A machine that stands still for a while may do so again. */
const ATTEMPTS = 5;

export function connectPatiently(address: string): Promise<Connection> {
	const interceptors = [makeGrpcRetryInterceptor(patientRetries())];
	return Connection.connect({ address, connectTimeout: CONNECT_MS, interceptors });
}

/** A server that stood still breaks off what took too long meanwhile, which the SDK does not repeat. */
function patientRetries(): GrpcRetryOptions {
	const { retryableDecider, delayFunction } = defaultGrpcRetryOptions();
	return {
		delayFunction,
		retryableDecider: (attempt, status) =>
			retryableDecider(
				attempt,
				grpcCodeOf(status) === GRPC.deadlineExceeded ? { ...status, code: GRPC.unavailable } : status,
			),
	};
}

/** The connection of workers, whose limit cannot be set. */
export function connectWorkersPatiently(address: string): Promise<NativeConnection> {
	// The first connection of workers would install a runtime of its own.
	useRuntime();
	return repeated(() => NativeConnection.connect({ address }), 'TransportError');
}

/** Starts a part of the product again if it gave up on Temporal, as it does after 10 s. */
export function untilReached<Started>(start: () => Promise<Started>): Promise<Started> {
	return repeated(start, 'Temporal cannot be reached');
}

async function repeated<Result>(connect: () => Promise<Result>, reason: string): Promise<Result> {
	for (let attempt = 1; ; attempt += 1) {
		try {
			return await connect();
		} catch (error) {
			if (attempt === ATTEMPTS || !String(error).includes(reason)) throw error;
		}
	}
}

/** The product's own client. */
export const clientOf: typeof connectClient = (...args) => untilReached(() => connectClient(...args));
