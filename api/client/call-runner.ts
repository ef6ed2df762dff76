import { operations, retrySafetyOf, type Operation, type OperationId } from '../operations';
import { ApiError } from './api-error';
import type { UntypedInput } from './call-types';
import { type ClientOptions, type ResponseInfo, TIMEOUT_MS } from './client-options';
import { startDeadline } from './deadline';
import { parseHttpDate } from './wait-headers';
import { cancelledBeforeSending, interruption, networkFailure } from './network-failure';
import { prepareCall, type PreparedCall } from './prepare-call';
import { readRateLimit } from './rate-limit';
import { judgeReply, type Told } from './read-reply';
import type { RawReply, Transport } from './transport';

/** What all calls of one client share. */
export interface Shared {
	options: Omit<ClientOptions, 'apiKey'>;
	host: string;
	transport: Transport;
	redact: (text: string) => string;
}

/** One call: its one request, and what that comes to. */
export class CallRunner {
	private readonly operation: Operation;
	private request: string;

	constructor(
		private readonly shared: Shared,
		private readonly operationId: OperationId,
		private readonly input: UntypedInput,
	) {
		this.operation = operations[operationId];
		this.request = `${this.operation.method} ${this.operation.path}`;
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
		if (this.input.signal?.aborted === true) throw this.error(cancelledBeforeSending());
		const verdict = judgeReply(this.operation, await this.send(call));
		if (!verdict.ok) throw this.error(verdict.told);
		return verdict.data;
	}

	private async send(call: PreparedCall): Promise<RawReply> {
		const { transport, host, options } = this.shared;
		const timeoutMs = this.input.timeoutMs ?? options.timeoutMs ?? TIMEOUT_MS;
		const deadline = startDeadline(this.input.signal, timeoutMs);
		const startedAt = Date.now();
		let reply: RawReply | null = null;
		try {
			const freshConnection = retrySafetyOf(this.operation, call.body) !== 'read';
			const sending = { signal: deadline.signal, freshConnection };
			reply = await this.watched((headers) => transport(call, { ...sending, headers }));
			return reply;
		} catch (error) {
			const interrupted = deadline.signal.aborted;
			throw this.error(interrupted ? interruption(deadline.timedOut(), timeoutMs) : networkFailure(error, host));
		} finally {
			deadline.dispose();
			this.report(reply, startedAt, deadline.signal.aborted && !deadline.timedOut());
		}
	}

	private watched(send: (headers: Readonly<Record<string, string>>) => Promise<RawReply>): Promise<RawReply> {
		const { watch } = this.shared.options;
		const { method, path } = this.operation;
		return watch === undefined ? send({}) : watch({ operationId: this.operationId, method, path }, send);
	}

	private report(reply: RawReply | null, startedAt: number, interrupted: boolean): void {
		const now = Date.now();
		const info: ResponseInfo = {
			operationId: this.operationId,
			status: reply?.status ?? null,
			cancelled: reply === null && interrupted,
			rateLimit: reply === null ? null : readRateLimit(reply.headers, now),
			serverTime: parseHttpDate(reply?.headers['date'] ?? ''),
			durationMs: now - startedAt,
		};
		this.shared.options.onResponse?.(info);
		this.input.onResponse?.(info);
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
			outcome: told.outcome,
			operationId: this.operationId,
			request: redact(this.request),
		});
	}
}
