import type { DataConverter } from '@temporalio/common';
import type { NativeConnection, WorkerInterceptors } from '@temporalio/worker';

/** The options that all workers of a process share, in the words of Temporal's SDK. */
export interface WorkerBase {
	connection: NativeConnection;
	namespace: string;
	dataConverter: DataConverter;
	/** Observers of every activity: metrics and traces. */
	interceptors?: WorkerInterceptors;
}

/** Longer than one API call may take, so that an active call ends by itself. */
export const GRACE = '40 seconds';
