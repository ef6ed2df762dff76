import { NodeApiError, NodeOperationError, sleep } from 'n8n-workflow';
import type { IRun, ITriggerFunctions } from 'n8n-workflow';
import {
	closeSync,
	type LeasedLeads,
	type OpenedSync,
	renewLease,
	settleLeads,
	takeLeads,
} from '../gateway/flow-syncs';
import { asNodeError } from '../gateway/gateway-errors';
import { judgeRejection, judgeRun, type RunEnd } from './judge-run';

/** Without a renewal in this time, n8n counts as killed, and the gateway hands out the leads again. */
const LEASE_SECONDS = 120;
const RENEW_MS = 40_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** Short, because n8n waits for the close of a trigger before it stops. */
const CLOSE_WITHIN_MS = 4_000;

/**
 * Takes leads from the sync, runs the flow with them, and reports how each execution ended. It runs one execution at a
 * time, to keep the order of the leads. An error here must not end n8n, so each is logged, and retried if that can
 * help.
 */
export class LeadConsumer {
	private readonly stop = new AbortController();
	/** Milliseconds since the epoch. Distinguishes the keys of requests from those of an earlier start. */
	private readonly startedAt = Date.now();
	private requests = 0;

	constructor(
		private readonly context: ITriggerFunctions,
		private readonly sync: OpenedSync,
		private readonly batchSize: number,
	) {}

	/** Ends after `close`, or if only a person can help. It never rejects. */
	async run(): Promise<void> {
		try {
			await this.takeUntilClosed();
		} catch (error) {
			this.log('The node stopped taking leads. Publish the flow again.', error);
		}
	}

	private async takeUntilClosed(): Promise<void> {
		let failures = 0;
		while (!this.isStopped()) {
			try {
				await this.next();
				failures = 0;
			} catch (error) {
				if (this.isStopped() || this.isFinal(error)) return;
				failures += 1;
				const pauseMs = pauseAfter(failures);
				this.log(`The gateway did not hand out leads. The node retries in ${pauseMs / 1_000} s.`, error);
				await sleep(pauseMs);
			}
		}
	}

	/** Stops taking leads and closes the sync, within a few seconds. A running execution is still reported. */
	async close(): Promise<void> {
		this.stop.abort();
		const closed = closeSync(this.context, this.sync).catch((error: unknown) => {
			this.log('The gateway did not hear that the flow is no longer published.', error);
		});
		await Promise.race([closed, sleep(CLOSE_WITHIN_MS)]);
	}

	private async next(): Promise<void> {
		this.requests += 1;
		const key = `${this.sync.opening}-${this.startedAt}-${this.requests}`;
		const request = { max: this.batchSize, leaseSeconds: LEASE_SECONDS };
		const leased = await takeLeads(this.context, this.sync.id, request, key, this.stop.signal);
		if (leased.lease === null) return;
		await this.settle(leased.lease, leased, await this.runFlow(leased.lease, leased));
	}

	/** Renews the lease of the leads while the flow runs. */
	private async runFlow(lease: string, { leads }: LeasedLeads): Promise<RunEnd> {
		const done = this.context.helpers.createDeferredPromise<IRun>();
		const end = done.promise.then(judgeRun, judgeRejection);
		this.context.emit([this.context.helpers.returnJsonArray(leads)], undefined, done);
		for (;;) {
			const ended = await Promise.race([end, sleep(RENEW_MS)]);
			if (ended !== undefined) return ended;
			await renewLease(this.context, this.sync.id, lease, LEASE_SECONDS).catch((error: unknown) => {
				this.log('The lease of leads was not renewed. They may come twice.', error);
			});
		}
	}

	/**
	 * Repeats until the gateway has the outcome. It gives up when the flow is closed, and the leads then come again.
	 */
	private async settle(lease: string, { leads }: LeasedLeads, { outcome, reason }: RunEnd): Promise<void> {
		const results = leads.map((lead) => ({ leadId: Number(lead['id']), outcome, reason }));
		for (let failures = 1; ; failures += 1) {
			try {
				return await settleLeads(this.context, this.sync.id, lease, results);
			} catch (error) {
				if (this.isStopped() || isForPerson(error)) throw asNodeError(error, { node: this.context.getNode() });
				this.log('The gateway did not hear how an execution ended. The node repeats it.', error);
				await sleep(pauseAfter(failures));
			}
		}
	}

	/** Whether only a person can help. Then n8n shows why. */
	private isFinal(error: unknown): boolean {
		if (!isForPerson(error)) return false;
		const node = this.context.getNode();
		if (error.httpCode === '409') {
			// Not emitError: n8n would then publish the flow again, and so start a sync that a person has cancelled.
			this.context.saveFailedExecution(
				new NodeOperationError(node, 'The sync of this flow was cancelled, so the flow gets no more leads', {
					description: 'To start the sync where it stopped, publish the flow again.',
				}),
			);
		} else this.context.emitError(asNodeError(error, { node }));
		return true;
	}

	private isStopped(): boolean {
		return this.stop.signal.aborted;
	}

	private log(message: string, error: unknown): void {
		this.context.logger.warn(`Agent Knowledge Synced Lead Trigger: ${message}`, {
			workflowId: this.context.getWorkflow().id,
			node: this.context.getNode().name,
			error: error instanceof Error ? error.message : String(error),
		});
	}
}

/** The token, the role or the sync is wrong, or the sync has ended. A retry would get the same response. */
function isForPerson(error: unknown): error is NodeApiError {
	return error instanceof NodeApiError && ['401', '403', '404', '409'].includes(error.httpCode ?? '');
}

function pauseAfter(failures: number): number {
	return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 10));
}
