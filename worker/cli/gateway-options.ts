import { readFileSync } from 'node:fs';
import { Option, type Command } from 'commander';
import { CommandError, EXIT } from './exit-codes';
import { GatewayClient } from './gateway-client';

export interface GatewayOptions {
	gateway: string;
	tokenFile?: string;
}

/** --gateway and --token-file. There is no --token: other users of the machine see the arguments of a process. */
export function addGatewayOptions(command: Command): Command {
	return command
		.addOption(
			new Option('--gateway <url>', 'address of the gateway')
				.env('AGENT_KNOWLEDGE_GATEWAY_URL')
				.default('http://127.0.0.1:4020'),
		)
		.option('--token-file <path>', 'file with the token; default: the variable AGENT_KNOWLEDGE_GATEWAY_TOKEN');
}

export function gatewayClient({ gateway, tokenFile }: GatewayOptions, env: NodeJS.ProcessEnv): GatewayClient {
	if (!/^https?:\/\//.test(gateway) || !URL.canParse(gateway))
		throw new CommandError(`--gateway must be an http:// or https:// address, not "${gateway}".`, EXIT.badUsage);
	const token = (tokenFile === undefined ? env.AGENT_KNOWLEDGE_GATEWAY_TOKEN : readToken(tokenFile))?.trim();
	if (token === undefined || token === '')
		throw new CommandError(
			'No token for the gateway. Set AGENT_KNOWLEDGE_GATEWAY_TOKEN, or name a file with --token-file.',
			EXIT.badUsage,
		);
	return new GatewayClient(gateway.replace(/\/+$/, ''), token);
}

function readToken(path: string): string {
	try {
		return readFileSync(path, 'utf8');
	} catch (error) {
		throw new CommandError(`The token file cannot be read: ${String(error)}`, EXIT.badUsage);
	}
}
