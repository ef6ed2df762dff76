import { defaultPayloadConverter, type Headers } from '@temporalio/common';
import {
	type ActivityInput,
	ContinueAsNew,
	type ContinueAsNewInput,
	type Next,
	proxySinks,
	type SignalInput,
	type StartChildWorkflowExecutionInput,
	type UpdateInput,
	type WorkflowExecuteInput,
	type WorkflowInboundCallsInterceptor,
	workflowInfo,
	type WorkflowInterceptorsFactory,
	type WorkflowOutboundCallsInterceptor,
} from '@temporalio/workflow';
import type { TracePlace, TraceSinks } from './sinks';

const { traces } = proxySinks<TraceSinks>();

/** The spans of a run: the caller's, and its own below it. */
interface Run {
	caller: TracePlace;
	own: TracePlace;
}

/**
 * Spans of a workflow that was started in a trace: the run, its updates and signals, and each activity from scheduling to
 * result. Part of the bundle, instead of the workflow interceptors of @temporalio/interceptors-opentelemetry. Those add an
 * SDK of 500 kB and delay every call by some turns, so a workflow started without them may replay in another order. These
 * return the original promises, so traces can be turned on and off while tasks are open. Only the start's headers, which
 * are in the history, decide whether ids are drawn.
 */
class TraceTasks implements WorkflowInboundCallsInterceptor, WorkflowOutboundCallsInterceptor {
	private run: Run | null = null;

	execute(input: WorkflowExecuteInput, next: Next<WorkflowInboundCallsInterceptor, 'execute'>): Promise<unknown> {
		const caller = traceOf(input.headers);
		if (caller === null) return next(input);
		const own = below(caller);
		this.run = { caller, own };
		return inSpan(`RunWorkflow:${workflowInfo().workflowType}`, caller, own, next(input));
	}

	handleUpdate(input: UpdateInput, next: Next<WorkflowInboundCallsInterceptor, 'handleUpdate'>): Promise<unknown> {
		return this.inCallerTrace(`HandleUpdate:${input.name}`, input, next(input));
	}

	handleSignal(input: SignalInput, next: Next<WorkflowInboundCallsInterceptor, 'handleSignal'>): Promise<void> {
		return this.inCallerTrace(`HandleSignal:${input.signalName}`, input, next(input));
	}

	scheduleActivity(
		input: ActivityInput,
		next: Next<WorkflowOutboundCallsInterceptor, 'scheduleActivity'>,
	): Promise<unknown> {
		if (this.run === null) return next(input);
		const { own } = this.run;
		const span = below(own);
		const result = next({ ...input, headers: withTrace(input.headers, span) });
		return inSpan(`StartActivity:${input.activityType}`, own, span, result);
	}

	startChildWorkflowExecution(
		input: StartChildWorkflowExecutionInput,
		next: Next<WorkflowOutboundCallsInterceptor, 'startChildWorkflowExecution'>,
	): Promise<[Promise<string>, Promise<unknown>]> {
		return next(this.run === null ? input : { ...input, headers: withTrace(input.headers, this.run.own) });
	}

	/** The runs of one task are siblings in the trace. */
	continueAsNew(
		input: ContinueAsNewInput,
		next: Next<WorkflowOutboundCallsInterceptor, 'continueAsNew'>,
	): Promise<never> {
		return next(this.run === null ? input : { ...input, headers: withTrace(input.headers, this.run.caller) });
	}

	/** A span in the trace of the caller of the update or signal. */
	private inCallerTrace<Result>(
		name: string,
		{ headers }: SignalInput | UpdateInput,
		result: Promise<Result>,
	): Promise<Result> {
		const caller = this.run === null ? null : traceOf(headers);
		return caller === null ? result : inSpan(name, caller, below(caller), result);
	}
}

/** @returns the original promise: a derived one would change the order in which the workflow continues */
function inSpan<Result>(name: string, parent: TracePlace, place: TracePlace, result: Promise<Result>): Promise<Result> {
	const startedAt = Date.now();
	const end = (failed: boolean) => {
		traces.ended({ ...place, parentSpanId: parent.spanId, name, startedAt, endedAt: Date.now(), failed });
	};
	void result.then(
		() => {
			end(false);
		},
		(error: unknown) => {
			end(!(error instanceof ContinueAsNew));
		},
	);
	return result;
}

function below({ traceId }: TracePlace): TracePlace {
	// The workflow's own random numbers: the same in every replay.
	const digits = () => Math.floor(Math.random() * 2 ** 32).toString(16);
	return { traceId, spanId: `${digits().padStart(8, '0')}${digits().padStart(8, '0')}` };
}

export const interceptors: WorkflowInterceptorsFactory = () => {
	const tasks = new TraceTasks();
	return { inbound: [tasks], outbound: [tasks] };
};

/** The header in which @temporalio/interceptors-opentelemetry carries a trace. */
const HEADER = '_tracer-data';
/** Of a trace that is recorded: its last bit is set. */
const RECORDED = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f][13579bdf]$/;

/** The caller's trace; null if there is none or if it is not recorded. */
export function traceOf(headers: Headers): TracePlace | null {
	const payload = headers[HEADER];
	if (payload === undefined) return null;
	const carried: unknown = defaultPayloadConverter.fromPayload(payload);
	const parent: unknown =
		typeof carried === 'object' && carried !== null ? Reflect.get(carried, 'traceparent') : undefined;
	const [, traceId, spanId] = (typeof parent === 'string' ? RECORDED.exec(parent) : null) ?? [];
	return traceId === undefined || spanId === undefined ? null : { traceId, spanId };
}

/** The same headers, for what happens within a span. */
export function withTrace(headers: Headers, { traceId, spanId }: TracePlace): Headers {
	const carried = { traceparent: `00-${traceId}-${spanId}-01` };
	return { ...headers, [HEADER]: defaultPayloadConverter.toPayload(carried) };
}
