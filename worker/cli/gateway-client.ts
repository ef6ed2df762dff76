import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import {
	idProblem,
	noAnswerWords,
	outwardFetch,
	type OutwardResponse,
	timeLimit,
	visibleLine,
	visibleText,
} from '../../api';
import type { TaskType } from '../../workflows/contracts';
import type { TaskFilterName } from '../../workflows/task/filter-contract';
import {
	blobStoredSchema,
	errorSchema,
	GATEWAY_ID_BYTES,
	refusedLeadsSchema,
	taskActionAnswer,
	type TaskListQuery,
	taskPageSchema,
	taskResentSchema,
	taskStartedSchema,
	taskTypeListSchema,
	taskViewSchema,
} from '../gateway/schemas';
import { CommandError, EXIT, type ExitCode } from './terminal';

interface GatewayRequest {
	method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
	path: string;
	query?: Record<string, string | number | undefined>;
	/** The Idempotency-Key of a write. Default: a new one. The same key is the same write. */
	key?: string;
	/** The version that a change is about, as If-Match. */
	version?: number;
	body?: object;
	/** A body that is not JSON. */
	bytes?: Uint8Array;
	signal?: AbortSignal | undefined;
	/** How long to wait for the answer, in ms. */
	timeoutMs?: number;
}

/** What a header can carry: bytes, without those that end or control a line. */
const HEADER_TEXT = /^[\t\x20-\x7e\x80-\xff]*$/;
const TOO_MANY = 429;
const TIMEOUT_MS = 30_000;
/** A large file over a slow line. */
const DOWNLOAD_MS = 6 * 3_600_000;

/** What commands ask of the list of tasks. */
export type CommandListQuery = Pick<TaskListQuery, TaskFilterName | 'limit' | 'pageToken'>;

/** The gateway's routes for tasks, typed by the schemas of their responses. */
export class GatewayClient {
	constructor(
		/** Without a trailing slash. */
		readonly url: string,
		private readonly token: string,
		/** What to do when it does not answer. */
		private readonly hint: string = 'Check that it runs (agent-knowledge serve) and that AGENT_KNOWLEDGE_GATEWAY_URL or --gateway is right.',
	) {}

	start(type: TaskType, idempotencyKey: string, input: object) {
		const path = `/v1/tasks/${type}`;
		return this.ask(taskStartedSchema, { method: 'POST', path, key: idempotencyKey, body: input });
	}

	/** @param wait seconds to wait for the end of the task, at most 60 */
	read(id: string, wait = 0, signal?: AbortSignal) {
		const timeoutMs = TIMEOUT_MS + wait * 1000;
		return this.ask(taskViewSchema, { method: 'GET', path: taskPath(id), query: { wait }, signal, timeoutMs });
	}

	cancel(id: string) {
		return this.ask(taskViewSchema, { method: 'POST', path: `${taskPath(id)}/cancel` });
	}

	list({ limit, ...filter }: CommandListQuery) {
		const query = { ...filter, limit: Number(limit) };
		return this.ask(taskPageSchema, { method: 'GET', path: '/v1/tasks', query });
	}

	/** What can be done with tasks of each type. */
	taskTypes() {
		return this.ask(taskTypeListSchema, { method: 'GET', path: '/v1/task-types' });
	}

	/** Uploads bytes, so that the input of a task can refer to them. */
	async upload(bytes: Uint8Array) {
		return this.ask(blobStoredSchema, { method: 'PUT', path: '/v1/blobs', bytes });
	}

	/** The bytes at a path from a response of the gateway. */
	async *download(path: string): AsyncGenerator<Uint8Array> {
		const reply = await this.#send({ method: 'GET', path, timeoutMs: DOWNLOAD_MS });
		if (!reply.ok || reply.body === null) throw this.#refusal(reply.status, await jsonOf(reply));
		const reader = reply.body.getReader();
		for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
	}

	/** Starts a task again that did not complete. The same key does it once. */
	retry(id: string, key: string) {
		return this.ask(taskStartedSchema, { method: 'POST', path: `${taskPath(id)}/actions/retry`, key });
	}

	/** Starts a task for the items alone that failed in an ended task. The same key does it once. */
	retryFailed(id: string, key: string) {
		return this.ask(taskStartedSchema, { method: 'POST', path: `${taskPath(id)}/actions/retry-failed`, key });
	}

	/** Sends the events of a task's end again. The same key does it once. */
	resendResult(id: string, key: string) {
		return this.ask(taskResentSchema, { method: 'POST', path: `${taskPath(id)}/actions/resend-result`, key });
	}

	/** Sends an action to a running task. The same key sends it once. */
	act(id: string, action: string, idempotencyKey: string, input: object) {
		const path = `${taskPath(id)}/actions/${encodeURIComponent(action)}`;
		return this.ask(taskActionAnswer, { method: 'POST', path, key: idempotencyKey, body: input });
	}

	refusedLeads(id: string) {
		return this.ask(refusedLeadsSchema, { method: 'GET', path: `${taskPath(id)}/refused` });
	}

	/** Sends one request, whose response must match the schema. @throws CommandError with the gateway's own words */
	async ask<Schema extends z.ZodType>(schema: Schema, request: GatewayRequest): Promise<z.output<Schema>> {
		const reply = await this.#send(request);
		const body = await jsonOf(reply);
		if (!reply.ok) throw this.#refusal(reply.status, body);
		const parsed = schema.safeParse(body);
		if (parsed.success) return parsed.data;
		throw new CommandError(
			`The response of ${this.url} is not a gateway's. Check the address, and that both sides have the same version.`,
			EXIT.gatewayUnreachable,
		);
	}

	async #send({
		method,
		path,
		query = {},
		key = randomUUID(),
		version,
		body,
		bytes,
		signal,
		timeoutMs = TIMEOUT_MS,
	}: GatewayRequest): Promise<OutwardResponse> {
		const url = new URL(this.url + path);
		for (const [name, value] of Object.entries(query))
			if (value !== undefined) url.searchParams.set(name, String(value));
		if (!HEADER_TEXT.test(key))
			throw new CommandError(
				'Nothing was sent: --key has a character that no header can carry. Use letters and digits without accents.',
				EXIT.badUsage,
			);
		const timeout = timeLimit(timeoutMs);
		try {
			return await outwardFetch(url, {
				method,
				headers: {
					...(method === 'GET' ? {} : { 'idempotency-key': key }),
					...(version === undefined ? {} : { 'if-match': `"${version}"` }),
					authorization: `Bearer ${this.token}`,
					...(body === undefined ? {} : { 'content-type': 'application/json' }),
					...(bytes === undefined ? {} : { 'content-type': 'application/octet-stream' }),
				},
				...(body === undefined ? {} : { body: JSON.stringify(body) }),
				...(bytes === undefined ? {} : { body: new Uint8Array(bytes) }),
				signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
				// The gateway never redirects, and the token is for its address alone.
				redirect: 'manual',
			});
		} catch (error) {
			if (signal?.aborted === true) throw error;
			throw new GatewayUnreachableError(this.url, error, this.hint);
		}
	}

	#refusal(status: number, body: unknown): CommandError {
		const exitCode = status >= 500 || status === TOO_MANY ? EXIT.gatewayUnreachable : EXIT.badUsage;
		const parsed = errorSchema.safeParse(body);
		if (!parsed.success) {
			const said = status < 400 ? 'redirects with' : 'answered';
			return new CommandError(`${this.url} ${said} ${status}, unlike a gateway. Check the address.`, exitCode);
		}
		const { type, title, detail, issues } = parsed.data;
		const lines = issues.map(({ path, message }) => `  ${visibleLine(path)}: ${visibleLine(message)}`);
		const words = [`${visibleLine(title)}.`, visibleText(detail), ...lines].join('\n');
		return new GatewayRefusal(type, words, exitCode);
	}
}

/** The gateway refused a request, in its own words. */
export class GatewayRefusal extends CommandError {
	/** @param type as in its answer, for programs */
	constructor(
		readonly type: string,
		message: string,
		exitCode: ExitCode,
	) {
		super(message, exitCode);
	}
}

/** No response came: the outcome of the request is unknown (`isOutcomeUnknown`). */
export class GatewayUnreachableError extends CommandError {
	constructor(url: string, cause: unknown, hint: string) {
		const { happened, todo } = noAnswerWords(cause);
		super(`The gateway at ${url} ${happened}. ${todo ?? hint}`, EXIT.gatewayUnreachable);
	}
}

export function taskPath(id: string): string {
	return `/v1/tasks/${idInPath('the id of a task', id)}`;
}

/** An id as a segment of a path. @throws CommandError that says what is wrong with it */
export function idInPath(what: string, id: string): string {
	const problem = idProblem(id, GATEWAY_ID_BYTES);
	if (problem === null) return encodeURIComponent(id);
	throw new CommandError(`Nothing was sent: ${what} ${problem}.`, EXIT.badUsage);
}

async function jsonOf(reply: OutwardResponse): Promise<unknown> {
	try {
		return await reply.json();
	} catch {
		return null;
	}
}

/** The gateway could not be reached, or did not answer. */
export function isUnavailable(error: unknown): boolean {
	return error instanceof CommandError && error.exitCode === EXIT.gatewayUnreachable;
}
