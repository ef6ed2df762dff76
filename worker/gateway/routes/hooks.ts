import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { TaskInput } from '../../../workflows/contracts';
import { definitions, type NamedThings } from '../../tasks/definitions';
import type { HookConfig } from '../../config';
import { hookInput, sourceOf } from '../../config/hooks';
import { verifiedId } from '../verify-message';
import { Problem, problemAt } from '../../problems/problem';
import type { StartedTask, StartTask } from '../../tasks';
import { isOneOfItsKind } from '../../tasks/task-ids';
import { badSignature, notJson, tooLarge, unfitMessage, unknownHook } from '../hook-problems';
import type { GatewayMetrics } from '../plugins/metrics';
import { checkedInput } from '../plugins/request-validation';
import { presentStarted } from '../present-task';
import { errorResponses, hookBody, hookHeaders, hookParams, taskStartedSchema } from '../schemas';
import type { GatewayServices } from '../services';
import { startTask } from '../start-task';

type Options = Pick<GatewayServices, 'tasks' | 'hooks'> & NamedThings & { metrics: GatewayMetrics };

/** POST /hooks/{name}: a signed message of somebody else starts the task that the configuration names. */
export const hookRoutes: FastifyPluginCallbackZod<Options> = (app, { tasks, hooks, metrics, ...named }, done) => {
	const byName = new Map(Object.entries(hooks));
	const largest = Math.max(1, ...Object.values(hooks).map(({ maxBytes }) => maxBytes));
	// The signature is over the bytes, whatever type they are said to have.
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
				summary: 'Start the task that the configuration has for this hook',
				description:
					'The body is a JSON message, signed as Standard Webhooks by a secret of the hook. What of it goes into the input of the task stands in the configuration (`hooks`). No token is needed.',
				security: [],
				params: hookParams,
				headers: hookHeaders,
				body: hookBody,
				response: { 202: taskStartedSchema, ...errorResponses },
			},
			onRequest: (request, _reply, checked) => {
				const params = hookParams.safeParse(request.params);
				const length = Number(request.headers['content-length'] ?? 0);
				// What is no name at all is refused with the other fields.
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

	/** A message that was sent again begins nothing anew, also when what it began has failed; another one of its id is refused. */
	async function started(hook: HookConfig, start: StartTask & { input: TaskInput }): Promise<StartedTask> {
		const found = isOneOfItsKind(start.type) ? null : await tasks.repeatOf(start);
		if (found !== null && found.status !== 'running' && found.status !== 'completed') return found;
		return asMessage(hook, () => startTask(tasks, named, start));
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
		throw unfitMessage(hook, error);
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

/** What is wrong with the input is wrong with the message, where it comes from there. */
async function asMessage<Result>(hook: HookConfig, start: () => Promise<Result>): Promise<Result> {
	try {
		return await start();
	} catch (error) {
		if (!(error instanceof Problem)) throw error;
		if (error.status === 404) throw unfitMessage(hook, error);
		throw problemAt(error, (path) => sourceOf(hook, path.split('.')) ?? path);
	}
}
