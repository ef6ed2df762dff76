import { NodeOperationError } from 'n8n-workflow';
import type {
	IExecuteFunctions,
	IHookFunctions,
	ILoadOptionsFunctions,
	ITriggerFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { textOf } from './gateway-responses';

/** Where a node calls the gateway: in a flow, a list of the editor, at publishing, as a trigger, or in a webhook. */
export type GatewayContext =
	| IExecuteFunctions
	| IHookFunctions
	| ILoadOptionsFunctions
	| ITriggerFunctions
	| IWebhookFunctions;

export const CREDENTIAL = 'agentKnowledgeGatewayApi';

/**
 * The gateway's address without a trailing slash. It may have a path.
 * @throws NodeOperationError if the credential's address is invalid, or no path can be appended to it
 */
export async function gatewayUrl(context: GatewayContext): Promise<string> {
	const { gatewayUrl: address } = await context.getCredentials<{ gatewayUrl?: unknown }>(CREDENTIAL);
	const url = textOf(address)
		.trim()
		.replace(/(?<!\/)\/+$/, '');
	if (/[?#]/.test(url))
		throw new NodeOperationError(context.getNode(), 'The Gateway URL of the credential contains ? or #', {
			description: 'Remove this character and all that follows it, because the node appends paths.',
		});
	if (/^https?:\/\/[^/\s]/.test(url)) return url;
	throw new NodeOperationError(context.getNode(), 'The Gateway URL of the credential is not a web address', {
		description: `Its value is "${url}". Start it with http:// or https://, for example https://tasks.example.com.`,
	});
}
