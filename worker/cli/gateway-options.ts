import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { CommandError, EXIT } from './exit-codes';
import { GatewayClient } from './gateway-client';

export interface GatewayOptions {
	gateway?: string;
	tokenFile?: string;
}

/** Where `npm start` puts it. */
const DEFAULT_GATEWAY = 'http://127.0.0.1:4020';

/** --gateway and --token-file. There is no --token: other users of the machine see the arguments of a process. */
export function addGatewayOptions(command: Command): Command {
	return command
		.option(
			'--gateway <url>',
			`its address; default: the variable AGENT_KNOWLEDGE_GATEWAY_URL, else ${DEFAULT_GATEWAY}`,
		)
		.option('--token-file <path>', 'file with the token; default: the variable AGENT_KNOWLEDGE_GATEWAY_TOKEN');
}

export function gatewayClient({ gateway, tokenFile }: GatewayOptions, env: NodeJS.ProcessEnv): GatewayClient {
	const url = gateway ?? (env.AGENT_KNOWLEDGE_GATEWAY_URL || DEFAULT_GATEWAY);
	if (!/^https?:\/\//.test(url) || !URL.canParse(url))
		throw new CommandError(
			`The gateway's address must be an http:// or https:// address, not "${url}". Correct --gateway or AGENT_KNOWLEDGE_GATEWAY_URL.`,
			EXIT.badUsage,
		);
	const token = (tokenFile === undefined ? env.AGENT_KNOWLEDGE_GATEWAY_TOKEN : readToken(tokenFile))?.trim();
	if (token === undefined || token === '')
		throw new CommandError(
			'No token for the gateway. Set AGENT_KNOWLEDGE_GATEWAY_TOKEN, or name a file with --token-file.',
			EXIT.badUsage,
		);
	return new GatewayClient(url.replace(/\/+$/, ''), token);
}

function readToken(path: string): string {
	try {
		return readFileSync(path, 'utf8');
	} catch (error) {
		throw new CommandError(`The token file cannot be read: ${String(error)}`, EXIT.badUsage);
	}
}
