// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

/** @typedef {import('../rate/fleet-client.mjs').Fleet} Fleet */

const REPEATS = 5;
const REPEAT_MS = 2_000;

const startedSchema = z.looseObject({ links: z.object({ self: z.string() }) });
const taskSchema = z.looseObject({
	status: z.string(),
	stage: z.string(),
	error: z.unknown(),
	result: z.looseObject({}).nullable().optional(),
});

/**
 * @param {Fleet} fleet
 * @param {string} path
 * @param {{ key: string, body: object }} [post] left out: a GET
 * @returns {Promise<unknown>}
 * @throws Error with the gateway's own words
 */
export async function askGateway({ gateway }, path, post) {
	const headers = { authorization: `Bearer ${gateway.token}` };
	const init =
		post === undefined
			? { headers }
			: {
					method: 'POST',
					headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': post.key },
					body: JSON.stringify(post.body),
				};
	let response = await fetch(gateway.url + path, init);
	// A busy machine delays the embedded server for longer than the gateway waits. The key makes a repeat safe.
	for (let repeats = 0; response.status === 503 && repeats < REPEATS; repeats += 1) {
		await sleep(REPEAT_MS);
		response = await fetch(gateway.url + path, init);
	}
	if (!response.ok) throw new Error(`${path}: the gateway answered ${response.status}: ${await response.text()}`);
	return response.json();
}

/**
 * @param {Fleet} fleet
 * @param {string} type
 * @param {{ key: string, input: object }} task
 * @returns {Promise<string>} the path of the task
 */
export async function beginTask(fleet, type, { key, input }) {
	const { links } = startedSchema.parse(await askGateway(fleet, `/v1/tasks/${type}`, { key, body: input }));
	return links.self;
}

/**
 * @param {Fleet} fleet
 * @param {string} path of the task
 */
export async function viewOf(fleet, path) {
	return taskSchema.parse(await askGateway(fleet, path));
}

/**
 * Waits for the task's end.
 * @param {Fleet} fleet
 * @param {string} path of the task
 * @returns its result
 * @throws Error when it did not complete
 */
export async function resultOf(fleet, path) {
	for (;;) {
		const { status, result, error } = taskSchema.parse(await askGateway(fleet, `${path}?wait=60`));
		if (status === 'running') continue;
		if (result === null || result === undefined)
			throw new Error(`${path} ended as ${status}: ${JSON.stringify(error)}`);
		return result;
	}
}

/**
 * The id of Temporal's workflow, from the path of the task.
 * @param {string} path
 */
export function workflowIdOf(path) {
	return decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
}
