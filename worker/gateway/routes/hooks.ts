import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { z } from 'zod';
import { idSchema } from '../../../api';
import type { TaskInput } from '../../../workflows/contracts';
import type { HookConfig } from '../../config';
import { hookInput, sourceOf } from '../../config/hooks';
import { isOneOfItsKind } from '../../tasks/task-ids';
import { Problem, problemAt } from '../../problems/problem';
import { startChecked, type StartedTask, type StartTask } from '../../tasks';
import { definitions, type NamedThings } from '../../tasks/definitions';
import type { GatewayMetrics } from '../plugins/observability';
import { checkedInput } from '../plugins/request-validation';
import { errorResponses, taskStartedSchema } from '../schemas';
import type { GatewayServices } from '../services';
import { presentStarted } from '../replies/task';

type Options = Pick<GatewayServices, 'tasks' | 'hooks'> & NamedThings & { metrics: GatewayMetrics };

/** POST /hooks/{name}: a signed message starts the task that the configuration names. */
export const hookRoutes: FastifyPluginCallbackZod<Options> = (app, { tasks, hooks, metrics, ...named }, done) => {
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
				repeat: 'The webhook-id: a message starts one task, however often it is sent.',
			},
			schema: {
				tags: ['Hooks'],
				summary: 'Start the task that the configuration names for this hook',
				description:
					'The body is a JSON message, signed as Standard Webhooks with a secret of the hook. The configuration (`hooks`) says which parts become the input of the task. No token is needed.',
				security: [],
				params: hookParams,
				headers: hookHeaders,
				body: hookBody,
				response: { 202: taskStartedSchema, ...errorResponses },
			},
			onRequest: (request, _reply, checked) => {
				const params = hookParams.safeParse(request.params);
				const length = Number(request.headers['content-length'] ?? 0);
				// The validation of the request refuses an invalid name.
				checked(params.success ? refusalByHead(params.data.name, byName.get(params.data.name), length) : undefined);
			},
		},
		async ({ params: { name }, headers, body }, reply) => {
			const hook = byName.get(name);
			if (hook === undefined) throw unknownHook(name);
			const content = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
			if (content.length > hook.maxBytes) throw tooLarge(hook.maxBytes);
			const id = verifiedId(hook, headers, content);
			if (id === null) throw badSignature(hook.replaySeconds);
			const input = inputOf(hook, content);
			const task = await started(hook, { type: hook.task, idempotencyKey: `hook/${name}/${id}`, input });
			metrics.taskAccepted(hook.task);
			return reply.code(202).send(presentStarted(task));
		},
	);
	done();

	/** A repeated message starts nothing, even if its task has failed. Another message with the same id is refused. */
	async function started(hook: HookConfig, start: StartTask & { input: TaskInput }): Promise<StartedTask> {
		const found = isOneOfItsKind(start.type) ? null : await tasks.repeatOf(start);
		if (found !== null && found.status !== 'running' && found.status !== 'completed') return found;
		return asMessage(hook, () => startChecked(tasks, named, start));
	}
};

function refusalByHead(name: string, hook: HookConfig | undefined, length: number): Problem | undefined {
	if (hook === undefined) return unknownHook(name);
	return length > hook.maxBytes ? tooLarge(hook.maxBytes) : undefined;
}

/** @throws Problem whose issues name the places of the message */
function inputOf(hook: HookConfig, content: Buffer): TaskInput {
	const message = messageOf(content);
	const schema: z.ZodType<TaskInput> = definitions[hook.task].input;
	try {
		return checkedInput(schema, hookInput(hook, message));
	} catch (error) {
		if (!(error instanceof Problem)) throw error;
		throw invalidMessage(hook, error);
	}
}

function messageOf(content: Buffer): object {
	try {
		const message: unknown = JSON.parse(content.toString('utf8'));
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

/**
 * The three headers of the signature under their standard names. A sender's own set (`svix-*`) counts as a whole and
 * only if no standard one came: of two mixed sets, the signature would cover another id than the one that is used.
 */
function signatureHeaders(headers: IncomingHttpHeaders) {
	const prefix = SIGNATURE_PREFIXES.find((each) => SIGNATURE_PARTS.some((part) => `${each}-${part}` in headers));
	const valueOf = (part: string) => String(headers[`${prefix ?? 'webhook'}-${part}`] ?? '');
	return {
		'webhook-id': valueOf('id'),
		'webhook-timestamp': valueOf('timestamp'),
		'webhook-signature': valueOf('signature'),
	};
}

/**
 * The `webhook-id` of a message that one of the secrets signed and that is neither too old nor from the future; null for
 * any other, without the reason.
 */
function verifiedId(
	{ secrets, replaySeconds }: Pick<HookConfig, 'secrets' | 'replaySeconds'>,
	headers: IncomingHttpHeaders,
	content: Buffer,
): string | null {
	const texts = signatureHeaders(headers);
	const ageSeconds = Math.abs(Date.now() / 1000 - Number(texts['webhook-timestamp']));
	const isSigned = secrets.map((secret) => isSignedBy(secret, texts, content)).includes(true);
	return isSigned && ageSeconds <= replaySeconds ? texts['webhook-id'] : null;
}

function isSignedBy(secret: string, headers: Record<string, string>, content: Buffer): boolean {
	try {
		new Webhook(secret).verify(content, headers, { jsonParse: false });
		return true;
	} catch (error) {
		if (error instanceof WebhookVerificationError) return false;
		throw error;
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
function badSignature(replaySeconds: number): Problem {
	return new Problem({
		type: 'invalid_signature',
		title: 'The message is not from a known sender',
		status: 401,
		detail: `Nothing was started. Sign the message with a secret of this hook, and send the headers webhook-id, webhook-timestamp and webhook-signature (Standard Webhooks), or the three with svix in place of webhook. A message must not be older than ${replaySeconds} s.`,
	});
}

function notJson(): Problem {
	return new Problem({
		type: 'invalid_request',
		title: 'The message is not JSON',
		status: 400,
		detail: 'Nothing was started. The body must be a JSON object or list.',
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

const hookParams = z.object({ name: idSchema.describe('A hook of the configuration') });

const SIGNATURE_PREFIXES = ['webhook', 'svix'] as const;
const SIGNATURE_PARTS = ['id', 'timestamp', 'signature'] as const;

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
