import { randomUUID } from 'node:crypto';
import type { Stack } from '../../support/stack/start-stack';

/** One request to the gateway with the token of the stack. @throws with the gateway's words if it refuses */
export async function askGateway(
	{ gateway: { url, token } }: { gateway: Pick<Stack['gateway'], 'url' | 'token'> },
	method: string,
	path: string,
	body?: object,
): Promise<unknown> {
	const answer = await fetch(url + path, {
		method,
		headers: {
			authorization: `Bearer ${token}`,
			'idempotency-key': randomUUID(),
			...(body === undefined ? {} : { 'content-type': 'application/json' }),
		},
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
	if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
	return answer.json();
}
