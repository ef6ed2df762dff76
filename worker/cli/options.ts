import { type Command, InvalidArgumentError, Option } from 'commander';
import { DEFAULT_CONFIG_FILE } from '../config';
import { NotText, readTextFile } from '../problems/text-file';
import { GatewayClient } from './gateway-client';
import { localGateway, useLocalStack } from './local-stack';
import { CommandError, EXIT, type Terminal } from './terminal';

export interface GatewayOptions {
	gateway?: string;
	tokenFile?: string;
}

/** The address in `npm start`. */
const DEFAULT_GATEWAY = 'http://127.0.0.1:4020';

/** --gateway and --token-file. There is no --token: other users of the machine see the arguments of a process. */
export function addGatewayOptions(command: Command): Command {
	return command
		.option(
			'--gateway <url>',
			`address of the gateway; default: AGENT_KNOWLEDGE_GATEWAY_URL, else ${DEFAULT_GATEWAY} or the local stack's`,
		)
		.option(
			'--token-file <path>',
			"file with the token; default: the token in AGENT_KNOWLEDGE_GATEWAY_TOKEN, else the local stack's",
		);
}

/** The gateway that the options or the variables name. If none of them is set, that of the local stack. */
export function gatewayClient({ gateway, tokenFile }: GatewayOptions, terminal: Terminal): GatewayClient {
	const { AGENT_KNOWLEDGE_GATEWAY_URL: variable, AGENT_KNOWLEDGE_GATEWAY_TOKEN: tokenVariable } = terminal.env;
	const isNamed = [gateway, tokenFile, variable, tokenVariable].some(Boolean);
	const stack = isNamed ? null : useLocalStack(terminal);
	if (stack !== null) return localGateway(stack, terminal);
	const url = gateway ?? (variable || DEFAULT_GATEWAY);
	if (!/^https?:\/\//.test(url) || !URL.canParse(url))
		throw new CommandError(
			`The gateway's address must be an http:// or https:// address, not "${url}". Correct --gateway or AGENT_KNOWLEDGE_GATEWAY_URL.`,
			EXIT.badUsage,
		);
	const { username, password } = new URL(url);
	if (username !== '' || password !== '' || /[?#]/.test(url))
		throw new CommandError(
			"The gateway's address must not contain a user name, a password, ? or #, because paths are appended to it. Correct --gateway or AGENT_KNOWLEDGE_GATEWAY_URL.",
			EXIT.badUsage,
		);
	const token = (tokenFile === undefined ? tokenVariable : readToken(tokenFile))?.trim();
	if (token === undefined || token === '')
		throw new CommandError(
			`No token for the gateway${isNamed ? '' : ', and no local stack in this folder or above'}. Set AGENT_KNOWLEDGE_GATEWAY_TOKEN, or name a file with --token-file.`,
			EXIT.badUsage,
		);
	// Without the text: fetch would quote it in its error.
	if (!/^[\x21-\x7e]+$/.test(token))
		throw new CommandError(
			'The token for the gateway has a space, a line end or a character that no header can carry. Put the token alone into the file of --token-file, or into AGENT_KNOWLEDGE_GATEWAY_TOKEN.',
			EXIT.badUsage,
		);
	return new GatewayClient(url.replace(/(?<!\/)\/+$/, ''), token);
}

function readToken(path: string): string {
	try {
		return readTextFile(path);
	} catch (error) {
		if (error instanceof NotText)
			throw new CommandError(
				`The token for the gateway cannot be read: the file of --token-file, ${path}, ${error.message}`,
				EXIT.badUsage,
			);
		throw new CommandError(`The token file cannot be read: ${String(error)}`, EXIT.badUsage);
	}
}

export interface ConfigOptions {
	config?: string;
}

/** --config, of the commands that read the configuration themselves. */
export function configOption(): Option {
	return new Option(
		'--config <file>',
		`the configuration (docs/worker-configuration.md); its local file is merged over it; default: ${DEFAULT_CONFIG_FILE}`,
	).env('AGENT_KNOWLEDGE_CONFIG');
}

/** The file of the configuration for a command that only looks. Without one, that of the local stack. */
export function configPath({ config }: ConfigOptions, terminal: Terminal): string {
	return config || (useLocalStack(terminal)?.configFile ?? DEFAULT_CONFIG_FILE);
}

/** A whole number above zero. */
export function wholeNumber(text: string): number {
	const value = Number(text);
	if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < 1)
		throw new InvalidArgumentError('It must be a whole number above zero.');
	return value;
}

/** Texts separated by commas, at least one. */
export function listOf(text: string): string[] {
	const texts = listOrNone(text);
	if (texts.length === 0) throw new InvalidArgumentError('It must be a list, separated by commas.');
	return texts;
}

/** The same, or none at all. */
export function listOrNone(text: string): string[] {
	return text
		.split(',')
		.map((each) => each.trim())
		.filter((each) => each !== '');
}

/** The text of a file, as the value of an option. */
export function fileText(path: string): string {
	try {
		return readTextFile(path);
	} catch (error) {
		if (error instanceof NotText) throw new InvalidArgumentError(`The file ${path} ${error.message}`);
		throw new InvalidArgumentError(`The file cannot be read: ${String(error)}`);
	}
}

/** One more value of an option that may be given several times. */
export function oneMore(value: string, values: string[] | undefined): string[] {
	return [...(values ?? []), value];
}

/** What a repeat with a key does. */
export const KEY_HELP = 'the Idempotency-Key: a repeat with the same key does nothing new; default: a new one';

export interface ReceiverOptions {
	url?: string;
	urlFile?: string;
}

/** --url and --url-file, for the address of a receiver, which can hold a secret. */
export function addReceiverOptions(command: Command): Command {
	return command
		.option('--url <address>', 'address of the receiver; its host must be one of events.webhookHosts')
		.addOption(
			new Option(
				'--url-file <path>',
				'file with the address, which other users of the machine could read in the arguments',
			).conflicts('url'),
		);
}

/** The address that the options give; undefined: none. @throws CommandError if the file cannot be read */
export function receiverAddress({ url, urlFile }: ReceiverOptions): string | undefined {
	return urlFile === undefined ? url : textOf('--url-file', urlFile);
}

/** The text of the file that an option names. @throws CommandError if it cannot be read */
export function textOf(option: string, path: string): string {
	try {
		return fileText(path).trim();
	} catch (error) {
		throw new CommandError(`${option}: ${error instanceof Error ? error.message : String(error)}`, EXIT.badUsage);
	}
}
