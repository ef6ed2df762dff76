import type { HookConfig } from '../config';
import { sourceOf } from '../config/hooks';
import { Problem } from '../problems/problem';

export function unknownHook(name: string): Problem {
	return new Problem({
		type: 'unknown_hook',
		title: 'There is no such hook',
		status: 404,
		detail: `The gateway's configuration (hooks) has no "${name}".`,
		issues: [{ path: 'name', message: `"${name}" is unknown` }],
	});
}

export function tooLarge(maxBytes: number): Problem {
	return new Problem({
		type: 'body_too_large',
		title: 'The message is too large',
		status: 413,
		detail: `Nothing was started. This hook takes ${maxBytes} bytes at most (maxBytes).`,
		issues: [{ path: 'body', message: `has more than ${maxBytes} bytes` }],
	});
}

/** Does not say what of it is wrong: only who knows the secret should get on. */
export function badSignature(replaySeconds: number): Problem {
	return new Problem({
		type: 'invalid_signature',
		title: 'The message is not from a known sender',
		status: 401,
		detail: `Nothing was started. A message needs the headers webhook-id, webhook-timestamp and webhook-signature (Standard Webhooks), signed with a secret of this hook, and must not be older than ${replaySeconds} s.`,
	});
}

export function notJson(): Problem {
	return new Problem({
		type: 'invalid_request',
		title: 'The message is not JSON',
		status: 400,
		detail: 'Nothing was started. The body must be a JSON object or list.',
		issues: [{ path: 'body', message: 'is empty or not valid JSON' }],
	});
}

/** The message was signed and read, and makes no task. */
export function unfitMessage(hook: Pick<HookConfig, 'fields' | 'task'>, { detail, type, issues }: Problem): Problem {
	const placed = issues.map(({ path, message }) => {
		const source = sourceOf(hook, path.split('.'));
		return source === null ? { path, message } : { path: source, message: `${message} (it becomes ${path})` };
	});
	const found = placed.map(({ path, message }) => `${path} ${message}`).join('; ');
	return new Problem({
		type: type === 'invalid_request' ? 'invalid_message' : type,
		title: `The message does not make a ${hook.task}`,
		status: 422,
		detail: type === 'invalid_request' ? `Nothing was started. ${found}.` : `Nothing was started. ${detail}`,
		issues: placed,
	});
}
