import { createServer } from 'node:http';
import { z } from 'zod';
import { listen } from '../network/listen';

const spanSchema = z.looseObject({
	traceId: z.string(),
	spanId: z.string(),
	parentSpanId: z.string().default(''),
	name: z.string(),
	attributes: z.array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })),
});
const requestSchema = z.object({
	resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })) })),
});

export type Span = z.infer<typeof spanSchema>;

export interface Collector {
	url: string;
	/** All that came, as it came. */
	received: string[];
	/** All that came so far of one trace, or of all. */
	spans(traceId?: string): Span[];
	close(): Promise<void>;
}

/** Takes traces as any collector of OpenTelemetry does: OTLP over HTTP, in JSON. */
export async function startCollector(): Promise<Collector> {
	const received: string[] = [];
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			if (request.method !== 'POST' || request.url !== '/v1/traces') return response.writeHead(404).end();
			received.push(Buffer.concat(chunks).toString());
			return response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
		});
	});
	const { url, close } = await listen(server);
	return {
		url,
		received,
		spans: (traceId) =>
			received
				.flatMap((text) => requestSchema.parse(JSON.parse(text)).resourceSpans)
				.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
				.filter((span) => traceId === undefined || span.traceId === traceId),
		close,
	};
}
