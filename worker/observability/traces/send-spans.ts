import {
	createOtlpNetworkExportDelegate,
	type ExportResponse,
	OTLPExporterBase,
} from '@opentelemetry/otlp-exporter-base';
import { JsonTraceSerializer } from '@opentelemetry/otlp-transformer';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base';
import { setTimeout as sleep } from 'node:timers/promises';
import { outwardFetch, parseRetryAfter, timeLimit } from '../../../api';

/** Statuses after which OTLP/HTTP asks for a retry: https://opentelemetry.io/docs/specs/otlp/#retryable-response-codes */
const RETRYABLE = new Set([429, 502, 503, 504]);
/** The first pause before a retry, in ms. It doubles each time. */
const FIRST_PAUSE_MS = 500;
/** Batches under way at the same time. */
const AT_ONCE = 30;

/**
 * Sends spans by OTLP over HTTP, as JSON. The exporter of OpenTelemetry knows no proxy.
 * @param withinMs time for a batch, with its retries
 */
export function spanExporter(url: string, withinMs: number): SpanExporter {
	const transport = { send: (data: Uint8Array, timeoutMs: number) => sendInTime(url, data, timeoutMs), shutdown() {} };
	const options = { timeoutMillis: withinMs, concurrencyLimit: AT_ONCE, compression: 'none' as const };
	return new OTLPExporterBase<ReadableSpan[]>(createOtlpNetworkExportDelegate(options, JsonTraceSerializer, transport));
}

async function sendInTime(url: string, data: Uint8Array, timeoutMs: number): Promise<ExportResponse> {
	const signal = timeLimit(timeoutMs);
	const until = Date.now() + timeoutMs;
	for (let pause = FIRST_PAUSE_MS; ; pause *= 2) {
		const answer = await send(url, data, signal);
		if (answer.status !== 'retryable') return answer;
		const wait = answer.retryInMillis ?? pause;
		if (Date.now() + wait >= until) return { status: 'failure', error: new Error('The collector is busy.') };
		await sleep(wait);
	}
}

async function send(url: string, body: Uint8Array, signal: AbortSignal): Promise<ExportResponse> {
	try {
		const headers = { 'content-type': 'application/json', 'user-agent': 'agent-knowledge' };
		const answer = await outwardFetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
		const data = await answer.bytes();
		if (answer.ok) return { status: 'success', data };
		if (!RETRYABLE.has(answer.status))
			return { status: 'failure', error: new Error(`The collector answered ${answer.status}.`) };
		const asked = parseRetryAfter(answer.headers.get('retry-after') ?? undefined, Date.now());
		return { status: 'retryable', ...(asked === null ? {} : { retryInMillis: asked }) };
	} catch (error) {
		return { status: 'failure', error: error instanceof Error ? error : new Error(String(error)) };
	}
}
