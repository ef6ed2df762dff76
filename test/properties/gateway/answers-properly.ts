import fc from 'fast-check';
import { z } from 'zod';
import { ask, askEnded, linkOf, retrain } from '../../support/gateway/ask';
import { type AnyRequest, anyRequests } from './requests';
import { routesOf } from './routes';
import { type Exchange, send } from './send';
import { AWAY, type World } from './world';

/** Sent at the same time, so that they meet each other as well. */
const AT_ONCE = 20;
/** So long nothing waits. */
const HANGS_MS = 60_000;
const MOST_COMPLAINTS = 20;

/** The form of every refusal, see docs/gateway.md. */
const envelopeSchema = z.strictObject({
	type: z.string().min(1),
	title: z.string().min(1),
	status: z.int(),
	detail: z.string().min(1),
	issues: z.array(z.strictObject({ path: z.string(), message: z.string().min(1) })),
});

/**
 * Asks the gateway so many requests over all of its routes, and then whether it still does its work. Each failure names the
 * seed and the request.
 * @param slowestMs a slower answer is a complaint; a long poll may take its seconds besides. Without it, only the limit of
 *   the test ends what hangs
 * @throws Error with the answers that no caller should get
 */
export async function answersProperly(
	world: World,
	{ requests, seed, slowestMs }: { requests: number; seed: number; slowestMs?: number },
) {
	const { platform, hookSecret } = world;
	const routes = await routesOf(platform.url);
	const seen = new Set<string>();
	const complaints: string[] = [];
	const property = fc.asyncProperty(
		fc.array(anyRequests(routes), { minLength: AT_ONCE, maxLength: AT_ONCE }),
		async (batch) => {
			await Promise.all(
				batch.map(async (request) => {
					const hangsMs = slowestMs === undefined ? undefined : HANGS_MS;
					const exchange = await send(platform.url, request, { token: platform.token, hookSecret }, hangsMs);
					if (request.route !== null && exchange.status !== null) seen.add(`${request.route} ${exchange.status}`);
					const complaint =
						slowestMs !== undefined && exchange.ms > slowestMs + waitMs(request)
							? `too slow, ${saidIn(exchange)}`
							: complaintAbout(request, exchange);
					if (complaint !== null) complaints.push(`${JSON.stringify(request).slice(0, 4_000)} -> ${complaint}`);
				}),
			);
			if (complaints.length >= MOST_COMPLAINTS) throw new Error('There are more complaints; these are the first.');
		},
	);
	// What was begun stays, so a smaller example would meet another state.
	const { failed } = await fc.check(property, { seed, numRuns: Math.ceil(requests / AT_ONCE), endOnFailure: true });
	if (failed || complaints.length > 0) throw new Error([`seed ${seed}:`, ...complaints].join('\n'));
	await stillWorks(world);
	return { routes: routes.map(({ method, path }) => `${method} ${path}`), seen };
}

/** What is wrong with an answer; null: nothing. */
function complaintAbout(request: AnyRequest, exchange: Exchange): string | null {
	const { status, headers, body } = exchange;
	const said = saidIn(exchange);
	// Whoever ends in the middle of a sentence may be hung up on.
	if (status === null) return request.sent === 'truncated' || request.sent === 'bad-chunk' ? null : said;
	if (status < 400) return null;
	if (request.method === 'HEAD') return status < 500 ? null : said;
	if (/^content-type: text\/html/im.test(headers)) return status < 500 ? null : said;
	const envelope = envelopeSchema.safeParse(jsonOf(body));
	if (!envelope.success || envelope.data.status !== status) return `no envelope, ${said}`;
	return status < 500 || isDocumented(request, envelope.data) ? null : said;
}

function saidIn({ status, body, ms }: Exchange): string {
	return `${status ?? 'no answer'} after ${Math.round(ms)} ms: ${body.slice(0, 800)}`;
}

/** The service of one connection is away: what needs it is answered 502, see docs/gateway.md. */
function isDocumented({ target, body }: AnyRequest, { type, status }: z.infer<typeof envelopeSchema>): boolean {
	const named = target.includes(AWAY) || body?.includes(AWAY) === true;
	return named && status === 502 && type === 'connection_unreachable';
}

function waitMs({ target }: AnyRequest): number {
	return Number(/[?&]wait=([\d.]+)/.exec(target)?.[1] ?? 0) * 1_000;
}

function jsonOf(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** The process lives, took nothing as unexpected, and does a task from its start to its end. */
async function stillWorks({ platform }: World): Promise<void> {
	const operations = { url: platform.operationsUrl, token: '' };
	expect(await ask(operations, { path: '/readyz' })).toMatchObject({ status: 200, body: { ready: true } });
	expect(await ask(platform, { path: '/v1/tasks?limit=100' })).toMatchObject({ status: 200 });
	const started = await ask(platform, retrain('after all'));
	expect(started.status).toBe(202);
	const ended = await askEnded(platform, linkOf(started));
	expect(ended.body).toMatchObject({ status: 'completed' });
	const unexpected = platform
		.logged()
		.split('\n')
		.filter((line) => line.includes('unexpected error'));
	expect(unexpected.slice(0, 3)).toEqual([]);
}
