import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { idSchema } from '../../../api';
import type { TaskInput } from '../../../workflows/contracts';
import type { HookConfig } from '../../config';
import { hookInput, isCollected, sourceOf } from '../../config/hooks';
import type { CollectedTask, HookSubject } from '../../../workflows/debounce/messages';
import { canMeetOthers } from '../../hooks/because-of-others';
import { subjectKey } from '../../hooks/hook-service';
import { adviceOn, deliveryHeaders, type SignedBy, verified } from '../../hooks/signatures';
import { isOneOfItsKind } from '../../tasks/task-ids';
import { Problem, problemAt } from '../../problems/problem';
import { checkInTime, startChecked, type StartedTask, type StartTask, type TaskView } from '../../tasks';
import { definitions, type NamedThings } from '../../tasks/definitions';
import type { RateLimits } from '../plugins/rate-limits';
import type { GatewayMetrics } from '../plugins/observability';
import { checkedInput } from '../plugins/request-validation';
import { errorResponses, hookAnswerSchema, type messageCollectedSchema } from '../schemas';
import type { GatewayServices } from '../services';
import { presentStarted } from '../replies/task';

type Options = Pick<GatewayServices, 'tasks' | 'hooks' | 'collected'> &
	NamedThings & { metrics: GatewayMetrics; countRefused: RateLimits['byAddress'] };

/** POST /hooks/{name}: a signed message starts the task that the configuration names. */
export const hookRoutes: FastifyPluginCallbackZod<Options> = (
	app,
	{ tasks, hooks, collected, metrics, countRefused, ...named },
	done,
) => {
	const byName = new Map(Object.entries(hooks));
	const largest = Math.max(1, ...Object.values(hooks).map(({ maxBytes }) => maxBytes));
	// The signature covers the bytes, whatever their Content-Type says.
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largest }, (_request, content, parsed) => {
		parsed(null, content);
	});

	app.post(
		'/hooks/:name',
		{
			config: {
				repeat: 'The id of the delivery: a message starts one task, however often it is sent.',
				anyQuery: 'Any. Some senders add their own to the address, and the message alone says what to do.',
			},
			schema: {
				tags: ['Hooks'],
				summary: 'Start the task that the configuration names for this hook, or collect messages for it',
				description:
					'The body is a JSON message. Its sender proves it with a secret of the hook, by default signed as Standard Webhooks. The configuration (`hooks`) says how, and which parts become the input of the task. With a quiet time the message is collected, and a run begins later. No token is needed.',
				security: [],
				params: hookParams,
				headers: hookHeaders,
				body: hookBody,
				response: { 202: hookAnswerSchema, ...errorResponses },
			},
			onRequest: async (request) => {
				const params = hookParams.safeParse(request.params);
				const length = Number(request.headers['content-length'] ?? 0);
				// The validation of the request refuses an invalid name.
				const refusal = params.success
					? refusalByHead(params.data.name, byName.get(params.data.name), length)
					: undefined;
				if (refusal === undefined) return;
				await countRefused(request);
				throw refusal;
			},
		},
		async (request, reply) => {
			const { params, headers, body } = request;
			const { name } = params;
			const hook = byName.get(name);
			if (hook === undefined) throw unknownHook(name);
			const content = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
			if (content.length > hook.maxBytes) throw tooLarge(hook.maxBytes);
			const message = verified(hook, headers, content);
			if (message === null) {
				// A good message is never counted, whatever else its address has sent.
				await countRefused(request);
				throw badSignature(hook);
			}
			const input = inputOf(hook, content, headers['content-type'] ?? '');
			if (hook.quietSeconds !== undefined) return reply.code(202).send(await collect(name, hook, input));
			const { deliveryId } = message;
			if (deliveryId === null) throw noDeliveryId(hook);
			const task = await started(hook, { type: hook.task, idempotencyKey: `hook/${name}/${deliveryId}`, input });
			// Also for a repeat, because the first response may be lost with its gateway.
			if (canMeetOthers(hook.task) && task.status !== 'completed')
				await follow(subjectOf(name, hook, hook.task, input, deliveryId), input, task);
			metrics.taskAccepted(hook.task);
			return reply.code(202).send(presentStarted(task));
		},
	);
	done();

	/** Notes the message for the next run of its agent, after the same checks as a start. */
	async function collect(
		name: string,
		hook: HookConfig,
		input: TaskInput,
	): Promise<z.output<typeof messageCollectedSchema>> {
		const { task, quietSeconds = 0, longestDelaySeconds = quietSeconds, finishWithinMinutes } = hook;
		if (!isCollected(task)) throw new Error(`${task} takes no quiet time.`);
		await asMessage(hook, () => checkInTime(task, named, input));
		const subject = subjectOf(name, hook, task, input);
		const { agentId } = subject;
		const now = Date.now();
		const times = { quietMs: quietSeconds * 1_000, longestDelayMs: longestDelaySeconds * 1_000 };
		const finish =
			finishWithinMinutes === undefined
				? {}
				: { finish: { withinMs: finishWithinMinutes * MINUTE_MS, warnMs: hook.warnMinutes * MINUTE_MS } };
		await collected.collect(subject, { count: 1, firstAt: now, lastAt: now, input, ...times, ...finish });
		return { hook: name, agentId, collected: true, dueBy: new Date(now + times.longestDelayMs).toISOString() };
	}

	/** If others are in the way of the task, it runs again once they have ended. */
	async function follow(
		subject: HookSubject,
		input: TaskInput,
		{ id: taskId, startedAt }: Pick<TaskView, 'id'> & Partial<TaskView>,
	): Promise<void> {
		const at = startedAt === undefined ? Date.now() : Date.parse(startedAt);
		const times = { firstAt: at, lastAt: at, quietMs: PAUSE_MS, longestDelayMs: 0 };
		await collected.collect(subject, { count: 1, input, taskId, ...times });
	}

	/** A repeated message starts nothing, even if its task has failed. Another message with the same id is refused. */
	async function started(hook: HookConfig, start: StartTask & { input: TaskInput }): Promise<StartedTask> {
		const found = isOneOfItsKind(start.type) ? null : await tasks.repeatOf(start);
		if (found !== null && found.status !== 'running' && found.status !== 'completed') return found;
		return asMessage(hook, () => startChecked(tasks, named, start));
	}
};

function subjectOf(
	hook: string,
	{ connection }: HookConfig,
	task: CollectedTask,
	input: TaskInput,
	deliveryId?: string,
): HookSubject {
	const agentId = 'agentId' in input && typeof input.agentId === 'string' ? input.agentId : null;
	return { hook, key: subjectKey(input, deliveryId), task, connection, agentId };
}

function refusalByHead(name: string, hook: HookConfig | undefined, length: number): Problem | undefined {
	if (hook === undefined) return unknownHook(name);
	return length > hook.maxBytes ? tooLarge(hook.maxBytes) : undefined;
}

/** @throws Problem whose issues name the places of the message */
function inputOf(hook: HookConfig, content: Buffer, contentType: string): TaskInput {
	const message = messageOf(content, contentType);
	const schema: z.ZodType<TaskInput> = definitions[hook.task].input;
	try {
		return checkedInput(schema, hookInput(hook, message));
	} catch (error) {
		if (!(error instanceof Problem)) throw error;
		throw invalidMessage(hook, error);
	}
}

/** A form, which is the default of GitHub, holds the message in its field `payload`. */
const FORM = /^application\/x-www-form-urlencoded\b/i;

function messageOf(content: Buffer, contentType: string): object {
	const text = content.toString('utf8');
	const json = FORM.test(contentType) ? (new URLSearchParams(text).get('payload') ?? text) : text;
	try {
		const message: unknown = JSON.parse(json);
		return z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]).parse(message);
	} catch {
		throw notJson();
	}
}

/** Names the place in the message for an error in the input that came from the message. */
async function asMessage<Result>(hook: HookConfig, start: () => Promise<Result>): Promise<Result> {
	try {
		return await start();
	} catch (error) {
		if (!(error instanceof Problem)) throw error;
		if (error.status === 404) throw invalidMessage(hook, error);
		throw problemAt(error, (path) => sourceOf(hook, path.split('.')) ?? path);
	}
}

function unknownHook(name: string): Problem {
	return new Problem({
		type: 'unknown_hook',
		title: 'There is no such hook',
		status: 404,
		detail: `The gateway's configuration (hooks) has no "${name}".`,
		issues: [{ path: 'name', message: `"${name}" is unknown` }],
	});
}

function tooLarge(maxBytes: number): Problem {
	return new Problem({
		type: 'body_too_large',
		title: 'The message is too large',
		status: 413,
		detail: `Nothing was started. This hook accepts at most ${maxBytes} bytes (maxBytes).`,
		issues: [{ path: 'body', message: `has more than ${maxBytes} bytes` }],
	});
}

/** Does not say which part is wrong, because only a sender that knows the secret may learn it. */
function badSignature(hook: SignedBy): Problem {
	return new Problem({
		type: 'invalid_signature',
		title: 'The message is not from a known sender',
		status: 401,
		detail: `Nothing was started. ${adviceOn(hook)}`,
	});
}

/** Without an id, a repeat could not be told from another message. */
function noDeliveryId(hook: SignedBy): Problem {
	const names = deliveryHeaders(hook).join(' or ');
	return new Problem({
		type: 'invalid_request',
		title: 'The message has no id of its delivery',
		status: 400,
		detail: `Nothing was started. Send the header ${names}, or set quietSeconds and longestDelaySeconds for this hook.`,
		issues: [{ path: names, message: 'is missing' }],
	});
}

function notJson(): Problem {
	return new Problem({
		type: 'invalid_request',
		title: 'The message is not JSON',
		status: 400,
		detail: 'Nothing was started. The body must be a JSON object or list, or a form whose field payload holds one.',
		issues: [{ path: 'body', message: 'is empty or not valid JSON' }],
	});
}

/** The message is signed and readable, but its input is invalid. */
function invalidMessage(hook: Pick<HookConfig, 'fields' | 'task'>, { detail, type, issues }: Problem): Problem {
	const placed = issues.map(({ path, message }) => {
		const source = sourceOf(hook, path.split('.'));
		return source === null ? { path, message } : { path: source, message: `${message} (it becomes ${path})` };
	});
	const found = placed.map(({ path, message }) => `${path} ${message}`).join('; ');
	return new Problem({
		type: type === 'invalid_request' ? 'invalid_message' : type,
		title: `The message is not a valid input of ${hook.task}`,
		status: 422,
		detail: type === 'invalid_request' ? `Nothing was started. ${found}.` : `Nothing was started. ${detail}`,
		issues: placed,
	});
}

const MINUTE_MS = 60_000;

/** Before a task runs again that met others whose end nobody can await. It doubles each time. */
const PAUSE_MS = 10_000;

const hookParams = z.object({ name: idSchema.describe('A hook of the configuration') });

/** The signature check reads them. They are optional here, so that no error says which one is wrong. */
const hookHeaders = z.looseObject({
	'webhook-id': z
		.string()
		.optional()
		.describe('Standard Webhooks: the same in every repeat of a message. Senders may use the set svix-* instead'),
	'webhook-timestamp': z.string().optional().describe('Standard Webhooks: seconds since 1970'),
	'webhook-signature': z.string().optional().describe('Standard Webhooks: v1 and base64, one or several'),
});

/** Arrives as bytes, which the signature covers. It is parsed after the check of the signature. */
const hookBody = z.unknown().meta({
	anyOf: [
		{ type: 'object', additionalProperties: true },
		{ type: 'array', items: {} },
	],
	description: 'The message of the sender',
});
