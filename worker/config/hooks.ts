import { set, split } from '@sagold/json-pointer';
import { z } from 'zod';
import { contracts, TASK_TYPES } from '../../workflows/contracts';
import { COLLECTED_TASKS, type CollectedTask } from '../../workflows/debounce/messages';
import { SIGNATURES } from '../hooks/signatures';
import { fieldIssues, issueText } from '../problems/validation';
import { connectionName, integer, signingSecret } from '../settings/fields';

/** Older and newer messages are refused by Standard Webhooks' own library. */
const LONGEST_REPLAY_SECONDS = 300;
const KIB = 1024;

/** RFC 6901, but for the empty one, which is the whole document. */
const jsonPointer = z
	.string()
	.regex(
		/^(\/([^~/]|~[01])*)+$/,
		'is not a JSON pointer; write the place as /data/agent/id, with numbers for list items',
	);

/** The longest quiet time and the longest delay, in seconds. */
const A_DAY = 24 * 3600;

/** The name of an HTTP header. */
const headerName = z.string().regex(/^[A-Za-z0-9-]{1,100}$/, 'is not the name of a header');

/** A hook: each message to it starts a task, or counts for the next run. */
const hookSchema = z.strictObject({
	/** How the sender proves that a message is its own. */
	signature: z.enum(SIGNATURES).default('standard-webhooks'),
	/** The header that holds the secret. Only with `signature: header`; `Bearer` before the secret does not count. */
	header: headerName.default('authorization'),
	/** The header that holds the id of the delivery. Only with `signature: header`. */
	deliveryHeader: headerName.default('x-delivery-id'),
	/** Secrets of that kind. Two while one replaces the other. */
	secrets: z
		.array(z.string().trim().min(1))
		.min(1, 'is empty; name at least one')
		.max(2, 'has more than two; name the new one and the one before'),
	/** How old a message may be, in seconds. Only Standard Webhooks says when it was sent. */
	replaySeconds: integer(1, LONGEST_REPLAY_SECONDS).default(LONGEST_REPLAY_SECONDS),
	/** The largest message that is read, in bytes. */
	maxBytes: integer(1, KIB * KIB).default(64 * KIB),
	/** A run begins once no message came for so long, in seconds. With `longestDelaySeconds`. Default: each message starts one. */
	quietSeconds: integer(1, A_DAY).optional(),
	/** A run begins at the latest so long after the first message, in seconds. */
	longestDelaySeconds: integer(1, A_DAY).optional(),
	/** A run should be done within so many minutes after the first message. Default: the event task.late is never sent. */
	finishWithinMinutes: integer(1, 1_440).optional(),
	/** The event is sent so many minutes before that at the latest, if the run is not done. */
	warnMinutes: integer(1, 1_440).default(30),
	/** What it starts. */
	task: z.enum(TASK_TYPES),
	/** The connection of that task: never taken from the message. */
	connection: connectionName,
	/** Fields of the task's input that are always the same. */
	fixed: z.record(z.string(), z.unknown()).default({}),
	/** Place in the task's input to place in the message, both as JSON pointers; a field that the message lacks is omitted. */
	fields: z.record(jsonPointer, jsonPointer).default({}),
});

export const hooksSchema = z.record(connectionName, hookSchema).default({});

export type HookConfig = z.infer<typeof hookSchema>;

export interface HookProblem {
	/** Below the hook's own settings. */
	path: Array<string | number>;
	message: string;
}

/** Errors that no message can correct: the hook names something unknown, or lacks what its task needs. */
export function hookProblems(hook: HookConfig, connections: readonly string[]): HookProblem[] {
	const known = Object.keys(z.toJSONSchema(contracts[hook.task].input, { io: 'input' }).properties ?? {});
	return [
		...invalidSecrets(hook),
		...invalidQuietTime(hook),
		...unknownConnection(hook, connections),
		...Object.keys(hook.fields).flatMap((target) => invalidTarget(hook, target, known)),
		...invalidFixed(hook),
	];
}

/** Characters that a shared secret has at least. */
const SHORTEST_SECRET = 16;

function invalidSecrets({ signature, secrets }: HookConfig): HookProblem[] {
	return secrets.flatMap((secret, index) => {
		const path = ['secrets', index];
		if (signature === 'standard-webhooks') {
			const { error } = signingSecret.safeParse(secret);
			return (error?.issues ?? []).map(({ message }) => ({ path, message }));
		}
		const message = `must have at least ${SHORTEST_SECRET} characters; make one with: openssl rand -hex 32`;
		return secret.length < SHORTEST_SECRET ? [{ path, message }] : [];
	});
}

/** With a quiet time, a run must stand for all that was asked before it began. */
function invalidQuietTime(hook: HookConfig): HookProblem[] {
	const { quietSeconds, longestDelaySeconds, task, fixed, fields, finishWithinMinutes, warnMinutes } = hook;
	if (quietSeconds === undefined && longestDelaySeconds === undefined) {
		if (finishWithinMinutes === undefined) return [];
		return [{ path: ['finishWithinMinutes'], message: 'needs quietSeconds and longestDelaySeconds' }];
	}
	if (quietSeconds === undefined)
		return [{ path: ['quietSeconds'], message: 'is missing; longestDelaySeconds needs it' }];
	if (longestDelaySeconds === undefined)
		return [{ path: ['longestDelaySeconds'], message: 'is missing; quietSeconds needs it' }];
	const problems: HookProblem[] = [];
	if (longestDelaySeconds < quietSeconds)
		problems.push({ path: ['longestDelaySeconds'], message: 'is less than quietSeconds; use at least as much' });
	const leastMinutes = warnMinutes + Math.ceil(longestDelaySeconds / 60);
	if (finishWithinMinutes !== undefined && finishWithinMinutes <= leastMinutes) {
		const message = `must be more than warnMinutes and longestDelaySeconds together (${leastMinutes}), or task.late is sent for runs that begin in time`;
		problems.push({ path: ['finishWithinMinutes'], message });
	}
	if (!isCollected(task)) {
		const message = `needs a task whose run covers earlier messages: ${COLLECTED_TASKS.join(', ')}; remove it for ${task}`;
		problems.push({ path: ['quietSeconds'], message });
	}
	const ifActive = fixed['ifActive'];
	if ((ifActive !== undefined && ifActive !== 'wait') || '/ifActive' in fields) {
		const path = '/ifActive' in fields ? ['fields', '/ifActive'] : ['fixed', 'ifActive'];
		const message =
			'must be "wait" with quietSeconds, because a run that is active already misses the change; remove it';
		problems.push({ path, message });
	}
	return [...problems, ...addsMessages(hook)];
}

/** What a `knowledge-sync` takes from a message: with the mode `add`, another message does not replace it. */
const KNOWLEDGE = ['rows', 'blob', 'url', 'fromAgent'];

/** Of the messages of a run only the newest one's input counts, so the knowledge in the others would be lost. */
function addsMessages({ task, fixed, fields }: HookConfig): HookProblem[] {
	const targets = Object.keys(fields).map((target) => split(target)[0] ?? '');
	if (task !== 'knowledge-sync' || !targets.some((target) => KNOWLEDGE.includes(target))) return [];
	if (fixed['mode'] !== 'add' && !targets.includes('mode')) return [];
	const message =
		'must be "mirror" or "own" with quietSeconds, because of several messages only the newest one counts; remove quietSeconds to add each of them';
	return [{ path: targets.includes('mode') ? ['fields', '/mode'] : ['fixed', 'mode'], message }];
}

export function isCollected(task: HookConfig['task']): task is CollectedTask {
	return COLLECTED_TASKS.some((each) => each === task);
}

function unknownConnection({ connection }: HookConfig, connections: readonly string[]): HookProblem[] {
	if (connections.includes(connection)) return [];
	return [{ path: ['connection'], message: `names no connection; the connections are: ${connections.join(', ')}` }];
}

function invalidTarget({ task }: HookConfig, target: string, known: readonly string[]): HookProblem[] {
	const [field = ''] = split(target);
	const path = ['fields', target];
	if (field === 'connection')
		return [{ path, message: 'must not come from a message; set connection of the hook instead' }];
	if (known.includes(field)) return [];
	return [
		{ path, message: `is not a field of ${task}; its fields are: ${known.map((each) => `/${each}`).join(', ')}` },
	];
}

/** The input without a message must be wrong only where the message has a part in it. */
function invalidFixed(hook: HookConfig): HookProblem[] {
	if ('connection' in hook.fixed)
		return [{ path: ['fixed', 'connection'], message: 'is a setting of the hook itself; move it there' }];
	const checked = contracts[hook.task].input.safeParse(hookInput(hook, {}), { error: issueText });
	const hasFields = Object.keys(hook.fields).length > 0;
	return (
		(checked.error?.issues ?? [])
			// What belongs together shows only once all is there.
			.filter((issue) => !(issue.code === 'custom' && hasFields))
			.flatMap((issue) => fieldIssues(issue, `is not a field of ${hook.task}; remove it`))
			.map(({ path, message }) => ({ path: path.map(String), message }))
			.filter(({ path }) => !isMapped(hook, path))
			.map(({ path, message }) => ({ path: ['fixed', ...path], message }))
	);
}

type Mapping = Pick<HookConfig, 'connection' | 'fixed' | 'fields'> & Partial<Pick<HookConfig, 'task' | 'quietSeconds'>>;

/** The input of the task that a message starts: what is fixed, and what the hook takes from the message. */
export function hookInput({ connection, fixed, fields, task, quietSeconds }: Mapping, message: object): object {
	// A run that began before the messages does not count.
	const waits = quietSeconds !== undefined && (task === 'retrain-and-wait' || task === 'nightly-retrain');
	const input = { ...(waits ? { ifActive: 'wait' } : {}), ...structuredClone(fixed), connection };
	for (const [target, source] of Object.entries(fields)) {
		const value = valueAt(message, source);
		if (value !== undefined) set(input, target, value);
	}
	return input;
}

/** Only what the message itself has, and nothing that every object has. */
function valueAt(message: object, source: string): unknown {
	return split(source).reduce<unknown>(
		(value, part): unknown =>
			typeof value === 'object' && value !== null && Object.hasOwn(value, part) ? Reflect.get(value, part) : undefined,
		message,
	);
}

/** Where in the message a field of the input comes from; null when it does not come from there. */
export function sourceOf({ fields }: Pick<HookConfig, 'fields'>, path: readonly string[]): string | null {
	for (const [target, source] of Object.entries(fields)) {
		const parts = split(target);
		if (parts.every((part, index) => path[index] === part)) return [source, ...path.slice(parts.length)].join('/');
	}
	return null;
}

/** Whether a field of the input comes from the message, as a whole, as a part of something, or in parts. */
export function isMapped({ fields }: Pick<HookConfig, 'fields'>, path: readonly string[]): boolean {
	return Object.keys(fields).some((target) =>
		split(target).every((part, index) => index >= path.length || path[index] === part),
	);
}
