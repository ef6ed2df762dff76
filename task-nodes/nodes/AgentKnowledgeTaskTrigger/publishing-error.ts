import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { IHookFunctions } from 'n8n-workflow';
import { asNodeError } from '../gateway/gateway-errors';
import { eventsField } from './properties';

/**
 * Why a workflow cannot be published. The message also says what to do, because n8n shows only the message then. All
 * other errors have the gateway's own words.
 * @param url where the gateway should send events
 */
export function publishingError(
	context: IHookFunctions,
	error: unknown,
	url: string,
): NodeApiError | NodeOperationError {
	const node = context.getNode();
	const failure = asNodeError(error, { node });
	const description = failure.description ?? '';
	if (hasStatus(failure, 403)) {
		const message = description.includes('role decide')
			? 'The event Review Requested in the field "Events" needs a token with the role decide. Add the role to the token in gateway.tokens, or remove the event.'
			: 'The token in the credential lacks the role start, which subscriptions need. Add the role to the token in gateway.tokens.';
		return new NodeOperationError(node, message, { description });
	}
	if (hasStatus(failure, 400) && `${failure.message} ${description}`.includes('webhookHosts')) {
		const message = `The gateway may not send events to ${hostOf(url)}. Add "${hostOf(url)}" to events.webhookHosts in the configuration of agent-knowledge-worker, and restart its gateway and workers.`;
		return new NodeOperationError(node, message, {
			description: `The webhook URL of this node is ${url}. If the gateway cannot reach n8n there, set WEBHOOK_URL of n8n.\n${description}`,
		});
	}
	if (hasStatus(failure, 400) && failure.message.startsWith(eventsField.displayName)) {
		const message = `${failure.message}. Update agent-knowledge-worker, or remove the event.`;
		return new NodeOperationError(node, message, { description });
	}
	return failure;
}

export function hasStatus(error: unknown, status: number): boolean {
	return error instanceof NodeApiError && error.httpCode === String(status);
}

/** Nobody responded, or a server error: the same request may succeed later. */
export function isUnavailable(error: unknown): boolean {
	if (!(error instanceof NodeApiError)) return false;
	const status = Number(error.httpCode ?? 0);
	return status === 0 || Number.isNaN(status) || status === 408 || status === 429 || status >= 500;
}

/** `host:port` as the gateway's setting has it. */
function hostOf(url: string): string {
	if (!URL.canParse(url)) return url;
	const { protocol, hostname, port } = new URL(url);
	return `${hostname}:${port === '' ? (protocol === 'https:' ? '443' : '80') : port}`;
}
