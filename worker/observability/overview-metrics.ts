import { Gauge, type Registry } from 'prom-client';
import type { Logger } from '../log';
import type { ReadOverview } from './read-overview';

/** Milliseconds for which the figures are cached, so that several scrapers cost no more than one. */
const FRESH_FOR_MS = 15_000;

/** The gateway's metrics of all tasks in the namespace, read when somebody requests the metrics. */
export class OverviewMetrics {
	private readonly up = this.gauge('agent_knowledge_temporal_up', 'Whether Temporal responded: 1 or 0.', []);

	private readonly open = this.gauge('agent_knowledge_tasks_open', 'Running tasks, by task and stage.', [
		'task',
		'stage',
	]);

	private readonly waiting = this.gauge('agent_knowledge_tasks_waiting_for_person', 'Tasks that wait for a person.', [
		'task',
		'stage',
	]);

	private readonly oldest = this.gauge(
		'agent_knowledge_oldest_review_seconds',
		'Age of the oldest mail that waits for a decision, in seconds, accurate to 15 minutes. 0: none waits.',
		[],
	);

	private readonly failing = this.gauge(
		'agent_knowledge_tasks_failing',
		"Running tasks whose workflow task fails repeatedly, if Temporal's server reports it.",
		['task'],
	);

	private readonly lag = this.gauge(
		'agent_knowledge_sync_lag_seconds',
		'Largest lag of a sync: seconds since the moment up to which it has read every lead or change.',
		['task', 'connection', 'destination'],
	);

	private readonly overdue = this.gauge(
		'agent_knowledge_sync_overdue_seconds',
		'Seconds since the most overdue sync should have looked. 0: its next look is not due yet.',
		['task', 'connection', 'destination'],
	);

	private readonly refused = this.gauge(
		'agent_knowledge_sync_refused_leads',
		'Leads in the lists of refused leads of running syncs.',
		['connection', 'destination'],
	);

	private readonly polled = this.gauge(
		'agent_knowledge_queue_polled',
		'Whether a worker polls the task queue: 1 or 0. A killed worker counts for one more minute.',
		['queue'],
	);

	private readonly missed = this.gauge(
		'agent_knowledge_schedule_times_missed',
		'Missed runs of schedules since they were created, because Temporal was unavailable for more than an hour.',
		['task'],
	);

	private readonly unreadParts = this.gauge(
		'agent_knowledge_figures_unread',
		'1 for each part of the metrics of all tasks that the gateway could not read. That part is missing.',
		['part'],
	);

	private reading: Promise<void> | null = null;
	private readAt = 0;
	/** Parts that the last read could not provide. */
	private unread: ReadonlySet<string> = new Set();

	constructor(
		registry: Registry,
		private readonly read: () => Promise<ReadOverview>,
		private readonly log: Pick<Logger, 'warn'>,
	) {
		for (const gauge of [this.up, this.unreadParts, ...this.all]) registry.registerMetric(gauge);
	}

	private get all(): Gauge[] {
		const { open, waiting, oldest, failing, lag, overdue, refused, polled, missed } = this;
		return [open, waiting, oldest, failing, lag, overdue, refused, polled, missed];
	}

	private gauge(name: string, help: string, labelNames: string[]): Gauge {
		const collect = () => this.refresh();
		return new Gauge({ name, help, labelNames, registers: [], collect });
	}

	private refresh(): Promise<void> {
		if (this.reading === null || Date.now() - this.readAt > FRESH_FOR_MS) {
			this.readAt = Date.now();
			this.reading = this.show();
		}
		return this.reading;
	}

	private async show(): Promise<void> {
		const { parts, failures } = await this.read();
		this.logFailures(failures);
		for (const part of Object.keys(parts)) this.unreadParts.set({ part }, 0);
		for (const part of Object.keys(failures)) this.unreadParts.set({ part }, 1);
		for (const gauge of this.all) gauge.reset();
		const { stages, oldestReviewSeconds, failing, syncs, queues, missedTimes } = parts;
		// Only Temporal counts this: it needs no key and nothing else of ours.
		this.up.set(stages === undefined ? 0 : 1);
		for (const { task, stage, count, waitsForPerson } of stages ?? []) {
			if (count > 0) this.open.set({ task, stage }, count);
			if (waitsForPerson) this.waiting.set({ task, stage }, count);
		}
		if (oldestReviewSeconds === undefined) this.oldest.remove();
		else this.oldest.set(oldestReviewSeconds);
		for (const { task, count } of failing ?? []) this.failing.set({ task }, count);
		for (const { task, connection, destination, lagSeconds, overdueSeconds, refused } of syncs ?? []) {
			this.lag.set({ task, connection, destination }, lagSeconds);
			this.overdue.set({ task, connection, destination }, overdueSeconds);
			// A sync of conversations refuses no leads.
			if (task === 'lead-sync') this.refused.set({ connection, destination }, refused);
		}
		for (const { queue, polled } of queues ?? []) this.polled.set({ queue }, polled ? 1 : 0);
		for (const { task, count } of missedTimes ?? []) this.missed.set({ task }, count);
	}

	/** Logs it once, not at every scrape. */
	private logFailures(failures: ReadOverview['failures']): void {
		for (const [part, error] of Object.entries(failures))
			if (!this.unread.has(part))
				this.log.warn(
					{ err: error, part },
					'The gateway cannot read a part of the metrics of all tasks. That part is missing.',
				);
		this.unread = new Set(Object.keys(failures));
	}
}
