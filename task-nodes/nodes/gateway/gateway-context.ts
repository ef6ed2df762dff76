import { NodeOperationError } from 'n8n-workflow';
import type {
	IExecuteFunctions,
	IHookFunctions,
	ILoadOptionsFunctions,
	ITriggerFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { textOf } from './gateway-responses';
import { hasUserInfo, isWebAddress, notAnAddress } from './generated/no-response';
import type { WrongServer } from './wrong-server';

/** Limits and waits of calls of the gateway, in milliseconds. */
interface GatewayTiming {
	/** The longest call, if nothing else is said. */
	requestMs: number;
	/** The longest call while n8n publishes or unpublishes a flow. */
	publishMs: number;
	/** The longest call while the gateway, or the end of n8n, waits for the node. */
	shortMs: number;
	/** The longest test of a credential, for which a person waits. */
	credentialTestMs: number;
	/** How long the look at the own page of another server may take. */
	lookMs: number;
	/** Before each retry. */
	repeatAfterMs: number[];
}

/** Only tests change them. The words stand in the type, because comments in a value count in the size of the package. */
export const timing: GatewayTiming = {
	requestMs: 30_000,
	publishMs: 10_000,
	shortMs: 3_000,
	credentialTestMs: 20_000,
	lookMs: 5_000,
	repeatAfterMs: [500, 2_000],
};

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
	const problem = gatewayUrlProblem(textOf(address));
	if (problem === null) return normalizedGatewayUrl(textOf(address));
	throw new NodeOperationError(context.getNode(), problem.message, { description: problem.todo });
}

/** The address without spaces around it and without a trailing slash. */
export function normalizedGatewayUrl(address: string): string {
	return address.trim().replace(/(?<!\/)\/+$/, '');
}

/** @returns why no request can go to this address, and what to do; null if one can */
export function gatewayUrlProblem(address: string): WrongServer | null {
	const url = normalizedGatewayUrl(address);
	if (/[?#]/.test(url)) {
		return {
			message: 'The Gateway URL of the credential contains ? or #',
			todo: 'Remove this character and all that follows it, because the node appends paths.',
		};
	}
	if (hasUserInfo(url)) {
		return {
			message: 'The Gateway URL of the credential contains a user name or a password',
			todo: 'Remove everything between https:// and the host name, because the node shows this address in links. The gateway needs only the Token.',
		};
	}
	if (isWebAddress(url)) return null;
	return {
		message: `The Gateway URL of the credential is wrong: ${notAnAddress(url)}`,
		todo: 'Start it with https:// or http://, for example https://tasks.example.com.',
	};
}
