import { setTimeout as sleep } from 'node:timers/promises';
import { operations, retrySafetyOf, type Operation, type OperationId } from '../operations';
import { ApiError } from './api-error';
import type { UntypedInput } from './call-types';
import type { ClientOptions } from './client-options';
import { standardTimeoutMs, startDeadline } from './deadline';
import { parseHttpDate } from './http-date';
import { judgeReply, type Told } from './judge-reply';
import { cancelledBeforeSending, interruption, networkFailure } from './network-failure';
import type { Pacer } from './pacer';
import { prepareCall, type PreparedCall } from './prepare-call';
import { readRateLimit } from './rate-limit';
import { MAX_ATTEMPTS, mayRetry, retryDelayMs } from './retry';
import { parseRetryAfter } from './retry-after';
import type { RawReply, Transport } from './transport';
import { canBeSentAgain } from './upload';

/** What all calls of one client share. */
export interface Shared {
	options: Omit<ClientOptions, 'apiKey'>;
	host: string;
	transport: Transport;
	pacer: Pacer | null;
	redact: (text: string) => string;
}

type Attempt = { ok: true; data: unknown } | { ok: false; error: ApiError };

/** One call: its requests, the waits between them, and what they come to. */
export class CallRunner {
	private readonly operation: Operation;
	private request: string;
	private attempts = 0;
	/** An earlier request of this call may have had an effect. */
	private uncertain: boolean;

	constructor(
		private readonly shared: Shared,
		private readonly operationId: OperationId,
		private readonly input: UntypedInput,
	) {
		this.operation = operations[operationId];
		this.request = `${this.operation.method} ${this.operation.path}`;
		this.uncertain = input.isRepeat === true;
	}

	/** @throws ApiError, and nothing else */
	async run(): Promise<unknown> {
		const prepared = prepareCall(this.operation, this.input);
		if (!prepared.ok) {
			const title = 'The operation does not accept this input';
			throw this.error({ type: 'invalid_input', title, outcome: 'refused', issues: prepared.issues });
		}
		const { call } = prepared;
		this.request = `${call.method} ${call.path.replace('/api/v1', '')}`;
		for (;;) {
			await this.waitForTurn();
			const attempt = await this.sendOnce(call);
			if (attempt.ok) return attempt.data;
			const { error } = attempt;
			if (!this.repeats(error, call)) throw error;
			this.uncertain ||= error.outcome === 'ambiguous';
			await this.wait(retryDelayMs(this.attempts, error.retryAfterMs, Math.random()));
		}
	}

	private repeats(error: ApiError, call: PreparedCall): boolean {
		if (this.shared.options.retry !== 'as-the-table-allows' || this.attempts >= MAX_ATTEMPTS) return false;
		if (call.upload !== undefined && !canBeSentAgain(call.upload.file)) return false;
		return mayRetry(error, retrySafetyOf(this.operation, call.body), call.body);
	}

	private async sendOnce(call: PreparedCall): Promise<Attempt> {
		const { transport, host, pacer } = this.shared;
		const safety = retrySafetyOf(this.operation, call.body);
		const timeoutMs = this.input.timeoutMs ?? this.shared.options.timeoutMs ?? standardTimeoutMs(call);
		const deadline = startDeadline(this.input.signal, timeoutMs);
		const startedAt = Date.now();
		let reply: RawReply | null = null;
		this.attempts += 1;
		pacer?.started();
		try {
			const sending = { signal: deadline.signal, freshConnection: safety !== 'read' };
			reply = await this.watched((headers) => transport(call, { ...sending, headers }));
		} catch (error) {
			const interrupted = deadline.signal.aborted;
			const told = interrupted ? interruption(deadline.timedOut(), timeoutMs) : networkFailure(error, host);
			return { ok: false, error: this.error(told) };
		} finally {
			deadline.dispose();
			this.report(reply, startedAt);
		}
		const verdict = judgeReply(this.operation, reply, { uncertain: this.uncertain, redact: this.shared.redact });
		return verdict.ok ? verdict : { ok: false, error: this.error(verdict.told) };
	}

	private watched(send: (headers: Readonly<Record<string, string>>) => Promise<RawReply>): Promise<RawReply> {
		const { watch } = this.shared.options;
		const { method, path } = this.operation;
		return watch === undefined ? send({}) : watch({ operationId: this.operationId, method, path }, send);
	}

	private report(reply: RawReply | null, startedAt: number): void {
		const now = Date.now();
		const { pacer, options } = this.shared;
		const rateLimit = reply === null ? null : readRateLimit(reply.headers, now);
		pacer?.ended(rateLimit);
		if (reply?.status === 429) pacer?.blockedFor(parseRetryAfter(reply.headers['retry-after'], now) ?? 0, now);
		options.onResponse?.({
			operationId: this.operationId,
			request: this.shared.redact(this.request),
			attempt: this.attempts,
			status: reply?.status ?? null,
			rateLimit,
			serverTime: parseHttpDate(reply?.headers['date'] ?? ''),
			durationMs: now - startedAt,
		});
	}

	/** Waits until the rate limit lets the next request go. */
	private async waitForTurn(): Promise<void> {
		for (;;) {
			const delayMs = this.shared.pacer?.delayMs(Date.now()) ?? 0;
			await this.wait(delayMs);
			if (delayMs === 0) return;
		}
	}

	private async wait(ms: number): Promise<void> {
		const { signal } = this.input;
		try {
			signal?.throwIfAborted();
			if (ms > 0) await sleep(ms, undefined, signal === undefined ? {} : { signal });
		} catch {
			throw this.error(cancelledBeforeSending());
		}
	}

	private error(told: Told): ApiError {
		const { redact } = this.shared;
		return new ApiError({
			type: redact(told.type),
			title: redact(told.title),
			status: told.status ?? null,
			detail: told.detail === undefined || told.detail === null ? null : redact(told.detail),
			issues: (told.issues ?? []).map(({ path, message }) => ({ path: redact(path), message: redact(message) })),
			retryAfterMs: told.retryAfterMs ?? null,
			outcome: this.uncertain ? 'ambiguous' : told.outcome,
			operationId: this.operationId,
			request: redact(this.request),
			attempts: this.attempts,
		});
	}
}
