import type { WorkflowClientInterceptor } from '@temporalio/client';
import type { ActivityInterceptorsFactory, InjectedSinks } from '@temporalio/worker';
import type { FastifyInstance } from 'fastify';
import type { WatchCall } from '../../api';
import type { TraceSinks } from '../../workflows/telemetry/sinks';
import type { WatchDelivery } from '../net/watch-delivery';

/** Makes and sends the spans of one process (docs/traces.md). */
export interface Tracing {
	/** Spans of requests to Temporal. */
	client: WorkflowClientInterceptor;
	/** Spans of each attempt of an activity. */
	activities: ActivityInterceptorsFactory;
	/** Spans of workflows. */
	sinks: InjectedSinks<TraceSinks>;
	/** Spans of requests to a gateway. */
	requestsTo(app: FastifyInstance): void;
	/** Spans of each call of the service. */
	callsOf(connection: string): WatchCall;
	delivery: WatchDelivery;
	/** Sends the remaining spans, for at most 5 s. */
	stop(): Promise<void>;
}

/** For workers without traces, because a workflow may have been started inside a trace. */
export const NO_TRACE_SINKS: InjectedSinks<TraceSinks> = { traces: { ended: { fn: () => undefined } } };
