import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DEFAULT_CONFIG_FILE, loadGatewaySettings } from '../config';
import { reachableHost } from '../net/reachable-host';
import { GatewayClient } from './gateway-client';
import { CommandError, EXIT, type Terminal } from './terminal';

/** The data folder of `npm start`, and its file with the id of the process that uses the folder. */
const DATA_FOLDER = '.agent-knowledge';
const PID_FILE = 'running.pid';
const START = 'Start it with: npm start';

/** What `npm start` has written on this machine. */
export interface LocalStack {
	/** Its data folder. */
	folder: string;
	configFile: string;
}

/**
 * The local stack of the command's folder, or of the nearest folder above. A configuration that a person names, or that
 * stands in the folder, comes first.
 * @returns null when there is none
 */
export function findLocalStack({ env, cwd }: Pick<Terminal, 'env' | 'cwd'>): LocalStack | null {
	if (env.AGENT_KNOWLEDGE_CONFIG || existsSync(join(cwd, DEFAULT_CONFIG_FILE))) return null;
	for (let above = cwd; ; above = dirname(above)) {
		const folder = join(above, DATA_FOLDER);
		const configFile = join(folder, DEFAULT_CONFIG_FILE);
		if (isOwn(configFile)) return { folder, configFile };
		if (dirname(above) === above) return null;
	}
}

/** Another user's file could lead a command, with what it sends, to another gateway. */
function isOwn(file: string): boolean {
	const stats = statSync(file, { throwIfNoEntry: false });
	return stats !== undefined && (process.getuid === undefined || stats.uid === process.getuid());
}

/** The commands that already said that they use it. */
const told = new WeakSet<Terminal>();

/** As `findLocalStack`, for a command that needs it to run. Says once that the command uses it. @throws CommandError when it does not run */
export function useLocalStack(terminal: Terminal): LocalStack | null {
	const stack = findLocalStack(terminal);
	if (stack === null) return null;
	if (!isRunning(join(stack.folder, PID_FILE)))
		throw new CommandError(`The local stack in ${stack.folder} is not running. ${START}`, EXIT.gatewayUnreachable);
	if (!told.has(terminal)) terminal.note(`Using the local stack in ${stack.folder}.`);
	told.add(terminal);
	return stack;
}

/** The gateway of the local stack, with its token that has the most roles. */
export function localGateway({ configFile, folder }: LocalStack, { env }: Pick<Terminal, 'env'>): GatewayClient {
	const { host, port, tokens } = loadGatewaySettings({ path: configFile, env });
	const [token] = tokens.toSorted((a, b) => b.roles.length - a.roles.length);
	if (token === undefined)
		throw new CommandError(`The local stack in ${folder} has no token. Add one to gateway.tokens.`, EXIT.badUsage);
	const hint = `The local stack in ${folder} starts, or it has a problem (see ${join(folder, 'logs')}). If it does not run, start it with: npm start`;
	return new GatewayClient(`http://${reachableHost(host)}:${port}`, token.token, hint);
}

function isRunning(pidFile: string): boolean {
	try {
		process.kill(Number.parseInt(readFileSync(pidFile, 'utf8'), 10), 0);
		return true;
	} catch (error) {
		// A process of another user is there, too.
		return error instanceof Error && 'code' in error && error.code === 'EPERM';
	}
}
