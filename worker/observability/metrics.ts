import type { InjectedSinks } from '@temporalio/worker';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { ResponseInfo } from '../../api';
import type { DeliveryOutcome } from '../../workflows/task/activities';
import type { CountedEnd, DeliveryKind, TaskSinks } from '../../workflows/telemetry/sinks';

/** Buckets in seconds, from an immediate response to minutes in a full queue. */
const WAIT_BUCKETS = [0.05, 0.2, 1, 5, 15, 60, 300, 900, 3600];
/** Buckets in seconds. A call of the service takes at most 30. */
const CALL_BUCKETS = [0.01, 0.05, 0.2, 0.5, 1, 2, 5, 10, 30];

/**
 * The Prometheus metrics of one process (docs/metrics.md). Labels name tasks, connections and operations, never an
 * agent, a person or the id of a task, because each value of a label is a separate series.
 */
export class Metrics {
	readonly registry = new Registry();

	private readonly tasksStarted = new Counter({
		name: 'agent_knowledge_tasks_started_total',
		help: 'Tasks that started.',
		labelNames: ['task', 'connection'],
		registers: [this.registry],
	});

	private readonly tasksEnded = new Counter({
		name: 'agent_knowledge_tasks_ended_total',
		help: 'Tasks that ended: completed (they did what was asked), partly_failed, expired, failed, cancelled, timed_out and others; attention: whether somebody has to look.',
		labelNames: ['task', 'connection', 'outcome', 'attention'],
		registers: [this.registry],
	});

	private readonly runsLate = new Counter({
		name: 'agent_knowledge_runs_late_total',
		help: 'Runs of a schedule or a hook that will probably not be done in time, once for each run.',
		labelNames: ['task', 'connection', 'source'],
		registers: [this.registry],
	});

	private readonly uncertain = new Counter({
		name: 'agent_knowledge_effects_uncertain_total',
		help: 'Effects of ended tasks with an unknown outcome. The results name them.',
		labelNames: ['task', 'connection'],
		registers: [this.registry],
	});

	private readonly apiAnswers = new Counter({
		name: 'agent_knowledge_api_answers_total',
		help: 'Requests to the service by response: the status, or "none".',
		labelNames: ['connection', 'operation', 'status'],
		registers: [this.registry],
	});

	private readonly apiSeconds = new Histogram({
		name: 'agent_knowledge_api_request_duration_seconds',
		help: 'Time until the service responded or the worker gave up, in seconds.',
		labelNames: ['connection', 'operation'],
		buckets: CALL_BUCKETS,
		registers: [this.registry],
	});

	private readonly queueWait = new Histogram({
		name: 'agent_knowledge_queue_wait_seconds',
		help: 'Time an activity waited in its queue until a worker took it, in seconds.',
		labelNames: ['queue'],
		buckets: WAIT_BUCKETS,
		registers: [this.registry],
	});

	private readonly queueWaiting = new Counter({
		name: 'agent_knowledge_queue_waiting_seconds_total',
		help: 'Seconds in which calls of a connection waited for their dispatch, as far as this worker knows.',
		labelNames: ['queue'],
		registers: [this.registry],
	});

	private readonly queuePace = new Gauge({
		name: 'agent_knowledge_queue_pace',
		help: "Dispatches a second that a connection's limit allows.",
		labelNames: ['queue'],
		registers: [this.registry],
	});

	private readonly activities = new Counter({
		name: 'agent_knowledge_activities_total',
		help: 'Attempts of activities: completed, not_yet (nothing to report), failed or cancelled.',
		labelNames: ['queue', 'activity', 'outcome'],
		registers: [this.registry],
	});

	private readonly deliveries = new Counter({
		name: 'agent_knowledge_deliveries_total',
		help: 'Attempts to deliver a callback or an event: delivered, not-wanted, unknown (a mail server did not confirm a mail), failed, or overdue (failed half an hour after the first attempt). Deliveries that are no longer retried: given_up.',
		labelNames: ['kind', 'outcome'],
		registers: [this.registry],
	});

	private readonly syncedLeads = new Counter({
		name: 'agent_knowledge_sync_leads_total',
		help: 'Leads of syncs: written to the destination or done by the flow, or refused.',
		labelNames: ['connection', 'destination', 'outcome'],
		registers: [this.registry],
	});

	private readonly syncHolds = new Counter({
		name: 'agent_knowledge_sync_holds_total',
		help: 'Pages of syncs that were blocked, by the destination or by the service.',
		labelNames: ['connection', 'destination', 'by'],
		registers: [this.registry],
	});

	private readonly blobsExpired = new Counter({
		name: 'agent_knowledge_blobs_expired_total',
		help: 'Expired uploads, exports and chunks of exports that were removed.',
		registers: [this.registry],
	});

	private readonly expiryFailures = new Counter({
		name: 'agent_knowledge_blob_expiry_failures_total',
		help: 'Failed attempts to remove expired blobs.',
		registers: [this.registry],
	});

	constructor() {
		collectDefaultMetrics({ register: this.registry });
	}

	taskStarted(task: string, connection: string): void {
		this.tasksStarted.inc({ task, connection });
	}

	taskEnded(task: string, connection: string, { outcome, needsAttention }: CountedEnd, uncertain: number): void {
		this.tasksEnded.inc({ task, connection, outcome, attention: needsAttention ? 'yes' : 'no' });
		this.uncertain.inc({ task, connection }, uncertain);
	}

	runLate(task: string, connection: string, source: 'schedule' | 'hook'): void {
		this.runsLate.inc({ task, connection, source });
	}

	apiAnswered(connection: string, { operationId, status, durationMs }: ResponseInfo): void {
		this.apiAnswers.inc({ connection, operation: operationId, status: status ?? 'none' });
		this.apiSeconds.observe({ connection, operation: operationId }, durationMs / 1000);
	}

	activityTaken(queue: string, waitedMs: number): void {
		this.queueWait.observe({ queue }, Math.max(0, waitedMs) / 1000);
	}

	/** @param waitedMs the time for which this call is the first to show that calls waited @param pace a second */
	callHandedOut(queue: string, waitedMs: number, pace: number | null): void {
		this.queueWaiting.inc({ queue }, Math.max(0, waitedMs) / 1000);
		if (pace !== null) this.queuePace.set({ queue }, pace);
	}

	activityEnded(queue: string, activity: string, outcome: 'completed' | 'not_yet' | 'failed' | 'cancelled'): void {
		this.activities.inc({ queue, activity, outcome });
	}

	delivery(kind: DeliveryKind, outcome: DeliveryOutcome | 'failed' | 'overdue' | 'given_up'): void {
		this.deliveries.inc({ kind, outcome });
	}

	synced(of: { connection: string; destination: string }, written: number, refused: number): void {
		const { connection, destination } = of;
		this.syncedLeads.inc({ connection, destination, outcome: 'written' }, written);
		this.syncedLeads.inc({ connection, destination, outcome: 'refused' }, refused);
	}

	syncHeld({ connection, destination }: { connection: string; destination: string }, by: 'destination' | 'service') {
		this.syncHolds.inc({ connection, destination, by });
	}

	expired(blobs: number): void {
		this.blobsExpired.inc(blobs);
	}

	expiryFailed(): void {
		this.expiryFailures.inc();
	}
}

/** Counts the starts, ends and failed deliveries that the workflows report. */
export function taskSinks(metrics: Metrics): InjectedSinks<TaskSinks> {
	return {
		tasks: {
			started: {
				fn: (_info, task, connection) => {
					metrics.taskStarted(task, connection);
				},
			},
			ended: {
				fn: (_info, task, connection, end, uncertain) => {
					metrics.taskEnded(task, connection, end, uncertain);
				},
			},
		},
		runs: {
			late: {
				fn: (_info, task, connection, source) => {
					metrics.runLate(task, connection, source);
				},
			},
		},
		syncs: {
			settled: {
				fn: (_info, connection, destination, written, refused) => {
					metrics.synced({ connection, destination }, written, refused);
				},
			},
		},
		deliveries: {
			givenUp: {
				fn: (_info, kind) => {
					metrics.delivery(kind, 'given_up');
				},
			},
		},
	};
}
