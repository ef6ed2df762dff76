import { type ActivityOptions, CancellationScope, proxyActivities, proxyLocalActivities } from '@temporalio/workflow';

/** What is dispatched first: what a person waits for, then writes, then reads. `pages` are reads of many pages. */
export type CallKind = 'urgent' | 'write' | 'read' | 'pages';

/** How a call of a connection reaches a worker at the moment. */
export interface CallDispatch {
	taskQueue: string;
	/** 1 to 5, by kind. Lower runs sooner. */
	priorities: Readonly<Record<CallKind, number>>;
	/** The connection's calls a second as a multiple of the queue's default. Undefined: the queue is the connection's own. */
	fairnessWeight?: number | undefined;
	/** The calls that a dispatch of `pages` makes. Its weight is a part of that of a single call. */
	callsPerDispatch: number;
}

/** Runs in the workflows' worker, because only a worker knows the limits of the moment and the server's abilities. */
export interface DispatchActivities {
	/** @throws a retryable failure while the worker still tries out the server */
	dispatchOf(connection: string, isUrgent: boolean): Promise<CallDispatch>;
}

/** In milliseconds. A raised limit counts for calls after this time. Workers keep to a lowered one at once. */
const KNOWN_FOR = 15 * 60_000;

const known = new Map<string, { dispatch: Promise<CallDispatch>; until: number }>();

const { dispatchOf } = proxyLocalActivities<DispatchActivities>({
	startToCloseTimeout: '10 seconds',
	// A timer waits for the next attempt. A local wait would hold a slot that the worker needs for its trial.
	localRetryThreshold: '1 millisecond',
	retry: { initialInterval: '1 second', backoffCoefficient: 1.5, maximumInterval: '10 seconds' },
});

/**
 * The activities of a connection's calls. Before the first call, and again after 15 minutes, the worker says how the
 * calls of the connection are dispatched. For urgent calls, which are few, it says so each time.
 * @param options without queue and priority
 */
export function apiCalls<Activities extends object>(
	connection: string,
	kind: CallKind,
	options: ActivityOptions,
): Pick<Activities, keyof Activities> {
	const call = async (name: string, input: unknown[]) => {
		const dispatch = await currentDispatch(connection, kind === 'urgent');
		const { taskQueue, priorities } = dispatch;
		const fairnessWeight = weightOf(kind, dispatch);
		const priority = {
			priorityKey: priorities[kind],
			fairnessKey: connection,
			...(fairnessWeight && { fairnessWeight }),
		};
		const activities = proxyActivities<Record<string, (...given: unknown[]) => Promise<unknown>>>({
			...options,
			taskQueue,
			priority,
		});
		return activities[name]?.(...input);
	};
	return new Proxy({} as Pick<Activities, keyof Activities>, {
		get: (_target, name) =>
			// Whoever returns the calls from an async function asks whether they are a promise.
			typeof name === 'string' && name !== 'then' ? async (...input: unknown[]) => call(name, input) : undefined,
	});
}

function weightOf(kind: CallKind, { fairnessWeight, callsPerDispatch }: CallDispatch): number | undefined {
	if (fairnessWeight === undefined || kind !== 'pages') return fairnessWeight;
	return fairnessWeight / callsPerDispatch;
}

async function currentDispatch(connection: string, isUrgent: boolean): Promise<CallDispatch> {
	const before = known.get(connection);
	if (!isUrgent && before !== undefined && Date.now() < before.until) return before.dispatch;
	// Several calls may share it, so the cancellation of one must not end it.
	const dispatch = CancellationScope.nonCancellable(() => dispatchOf(connection, isUrgent));
	if (!isUrgent) known.set(connection, { dispatch, until: Date.now() + KNOWN_FOR });
	return dispatch;
}
