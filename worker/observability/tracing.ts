import type { WorkflowClientInterceptor } from '@temporalio/client';
import type { ActivityInterceptorsFactory, InjectedSinks } from '@temporalio/worker';
import type { FastifyInstance } from 'fastify';
import type { WatchCall } from '../../api';
import type { TraceSinks } from '../../workflows/telemetry/sinks';
import type { WatchDelivery } from '../net/watch-delivery';

/** What makes and sends the spans of one process (docs/traces.md). */
export interface Tracing {
	/** Of what Temporal is asked for. */
	client: WorkflowClientInterceptor;
	/** Of each attempt of an activity. */
	activities: ActivityInterceptorsFactory;
	/** Of workflows. */
	sinks: InjectedSinks<TraceSinks>;
	/** Of the requests to a gateway. */
	requestsTo(app: FastifyInstance): void;
	/** Of each call of the service. */
	callsOf(connection: string): WatchCall;
	delivery: WatchDelivery;
	/** Sends what is left, for at most 5 s. */
	stop(): Promise<void>;
}

/** For workers without traces: a workflow may have been started in one. */
export const NO_TRACE_SINKS: InjectedSinks<TraceSinks> = { traces: { ended: { fn: () => undefined } } };
