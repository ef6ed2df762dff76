import { randomBytes } from 'node:crypto';
import { Agent, request } from 'undici';
import { signedByGithub } from '../../support/gateway/signed-by-github';
import { eventually } from '../../support/time/eventually';
import { hookListSchema } from '../../../worker/gateway/schemas';
import { retrainPath } from './api-paths';
import type { ChaosStack } from './chaos-stack';

const SECRET = randomBytes(24).toString('hex');

/** A hook as the configuration has it, whose messages name an agent in `/agent`. In seconds. */
export function collectingHook(quietSeconds: number, longestDelaySeconds: number): object {
	return {
		signature: 'github',
		secrets: [SECRET],
		quietSeconds,
		longestDelaySeconds,
		task: 'retrain-and-wait',
		connection: 'sandbox',
		fields: { '/agentId': '/agent' },
	};
}

/** Without limits: on a busy machine an answer takes as long as it takes. */
const senders = new Agent({ connect: { timeout: 0 }, headersTimeout: 0, bodyTimeout: 0 });

/** One message to the hook `publish`. @returns the status of the response @throws if the gateway is away */
export async function postMessage(
	{ gateway }: ChaosStack,
	message: { agent: string; change: number },
): Promise<number> {
	const body = JSON.stringify(message);
	const headers = { ...signedByGithub(SECRET, body), 'content-type': 'application/json' };
	const url = `${gateway.url}/hooks/publish`;
	const response = await request(url, { method: 'POST', headers, body, dispatcher: senders });
	await response.body.dump();
	return response.statusCode;
}

/** Temporal's list shows a new workflow a moment late, so one look is not enough. */
export async function nothingOpen(chaos: ChaosStack): Promise<void> {
	for (let looks = 0; looks < 3; looks += 1) {
		// oxlint-disable-next-line test-time/no-timer -- Temporal's list does not say that it is complete.
		await new Promise((resolve) => setTimeout(resolve, 2_000));
		await nothingSeemsOpen(chaos);
	}
}

async function nothingSeemsOpen({ gateway, stack }: ChaosStack): Promise<void> {
	await eventually(
		async () => {
			const headers = { authorization: `Bearer ${stack.gateway.token}` };
			const response = await fetch(`${gateway.url}/v1/hooks`, { headers });
			const { items } = hookListSchema.parse(await response.json());
			const subjects = items.flatMap((hook) => hook.subjects);
			const isOver = subjects.every(({ open, running }) => open === null && running === null);
			return subjects.length > 0 && isOver;
		},
		Boolean,
		'all messages have their run',
	);
}

/** @returns when the worker requested runs of an agent, in milliseconds since 1970 */
export async function runsOf({ admin }: ChaosStack, agentId: string): Promise<number[]> {
	const posts = await admin.requests({ method: 'POST', path: retrainPath(agentId) });
	return posts.filter(({ status }) => status !== null && status < 300).map(({ at }) => Date.parse(at));
}

/** The value below which a share of all lies. */
export function percentile(values: readonly number[], share: number): number {
	const sorted = values.toSorted((one, other) => one - other);
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
