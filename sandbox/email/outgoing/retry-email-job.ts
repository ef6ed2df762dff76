import type { Clock } from '../../runtime/clock';
import type { SqlDatabase } from '../../database/sql-database';
import type { JobKind, JobRunner } from '../../runtime/job-runner';
import type { EmailDeliveriesRepository } from '../../database/deliveries-repository';
import type { DeliveryAttempts } from './delivery-attempts';
import { SEND_EMAIL_JOB } from './outgoing-queue';

/** Pause before the second attempt, in seconds of the sandbox's clock; each further one is twice as long. */
const FIRST_PAUSE_SECONDS = 60;

/** Waits until mail that was put off is due again. */
export class RetryEmailJob implements JobKind {
	/** They only wait. */
	readonly concurrency = 10_000;

	constructor(
		private readonly database: SqlDatabase,
		private readonly deliveries: EmailDeliveriesRepository,
		private readonly clock: Clock,
		private readonly jobs: JobRunner,
		private readonly attempts: DeliveryAttempts,
	) {}

	async run(deliveryId: string, signal: AbortSignal): Promise<void> {
		const attempts = this.deliveries.find(deliveryId)?.attempts ?? 1;
		await this.clock.pause(FIRST_PAUSE_SECONDS * 2 ** (attempts - 1), signal);
		this.database.transaction(() => this.jobs.add(SEND_EMAIL_JOB, deliveryId));
	}

	giveUp(deliveryId: string): void {
		this.attempts.giveUp(deliveryId);
	}
}
