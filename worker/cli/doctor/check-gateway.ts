import { z } from 'zod';
import { noAnswerWords, outwardFetch, type OutwardResponse, timeLimit } from '../../../api';
import { type Config, operationsAddress } from '../../config';
import { reachableHost } from '../../net/reachable-host';
import { type Check, checkClock, fail, ok, warn } from './check';

const ANSWER_WITHIN_MS = 10_000;

const readySchema = z.looseObject({
	checks: z.array(z.looseObject({ name: z.string(), ok: z.boolean(), detail: z.string().optional() })),
});
const healthySchema = z.looseObject({ status: z.literal('ok') });
const noRouteSchema = z.looseObject({ type: z.literal('route_not_found'), detail: z.string() });

/** Whether the gateway of this configuration answers at its public address, and is ready. */
export async function checkGateway(config: Config): Promise<Check[]> {
	const { host, port, publicUrl, tokens } = config.gateway;
	if (tokens.length === 0) return [ok('gateway', 'Not configured: no tokens, so only a worker can run.')];
	const url = publicUrl ?? `http://${reachableHost(host)}:${port}`;
	const start = 'Start it with: agent-knowledge serve, or agent-knowledge gateway';
	const todo =
		publicUrl === undefined
			? start
			: `${start}. If it runs, check gateway.publicUrl, and the proxy that serves this address.`;
	try {
		const reply = await outwardFetch(`${url}/healthz`, { signal: timeLimit(ANSWER_WITHIN_MS) });
		const clock = Date.parse(reply.headers.get('date') ?? '');
		const clocks = Number.isNaN(clock) ? [] : [checkClock('gateway clock', url, clock)];
		const stray = await strayed(reply, url, todo);
		if (stray !== null) return [stray];
		return [await checkReadiness(url, config), ...clocks, ...(await checkLastSlash(url))];
	} catch (error) {
		const words = noAnswerWords(error);
		return [fail('gateway', `${url} ${words.happened}.`, words.todo ?? todo)];
	}
}

/** Whether something else answered `/healthz`, or the gateway to another path. @returns null if neither */
async function strayed(reply: OutwardResponse, url: string, todo: string): Promise<Check | null> {
	const body = await bodyOf(reply);
	if (reply.ok && healthySchema.safeParse(body).success) return null;
	const { data: refusal } = noRouteSchema.safeParse(body);
	if (refusal === undefined) return fail('gateway', `${url} answers with ${reply.status}, unlike a gateway.`, todo);
	const path = pathOf(url);
	return fail(
		'gateway',
		`A gateway answers at ${url}, and got another path than /healthz: "${refusal.detail}"`,
		path === ''
			? 'Let the proxy pass each path on unchanged.'
			: `Let the proxy remove ${path} from the path of each request, and pass the rest on unchanged (docs/below-a-path.md).`,
	);
}

async function bodyOf(reply: OutwardResponse): Promise<unknown> {
	try {
		return await reply.json();
	} catch {
		return null;
	}
}

/** People leave out the slash behind a path. Only the proxy can tell the two addresses apart. */
async function checkLastSlash(url: string): Promise<Check[]> {
	const path = pathOf(url);
	if (path === '') return [];
	const reply = await outwardFetch(url, { redirect: 'manual', signal: timeLimit(ANSWER_WITHIN_MS) });
	await reply.body?.cancel();
	// Also a redirect to a page that signs people in, of which nobody knows where it leads back to.
	if (reply.headers.has('location')) return [];
	return [
		warn(
			'gateway address',
			`${url} answers with ${reply.status}, and does not lead to ${url}/. Somebody who leaves out the last slash does not see the console.`,
			`Let the proxy redirect ${path} to ${path}/ (docs/below-a-path.md).`,
		),
	];
}

/** The path of a public address; empty if it has none. */
function pathOf(url: string): string {
	return new URL(url).pathname.replace(/\/$/, '');
}

/** Its readiness is served on another address, which other machines may not reach. */
async function checkReadiness(url: string, config: Config): Promise<Check> {
	const address = operationsAddress(config, { gateway: true })?.address ?? '';
	const [, host = '', port = ''] = /^(.*):(\d+)$/.exec(address) ?? [];
	const readyUrl = `http://${reachableHost(host)}:${port}/readyz`;
	try {
		const reply = await outwardFetch(readyUrl, { signal: timeLimit(ANSWER_WITHIN_MS) });
		if (reply.ok) return ok('gateway', `${url} is ready.`);
		const ready = readySchema.safeParse(await reply.json());
		const missing = ready.data?.checks.flatMap(({ ok: works, name, detail }) =>
			works ? [] : [`${name}: ${detail ?? ''}`],
		);
		const detail = `${readyUrl} answers with ${reply.status}. ${missing?.join(' ') ?? ''}`.trim();
		return fail('gateway', detail, 'Correct what the failed checks name.');
	} catch (error) {
		return warn(
			'gateway',
			`${url} answers. This machine cannot see whether it is ready: ${readyUrl} ${noAnswerWords(error).happened}.`,
			"Run doctor on the gateway's machine, or set telemetry.gatewayAddress to an address that this machine can reach.",
		);
	}
}
