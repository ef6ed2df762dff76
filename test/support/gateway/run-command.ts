import { runProgram } from '../../../worker/cli/program';
import type { Terminal } from '../../../worker/cli/terminal';
import type { GatewayPlatform } from './start-platform';

/** What a command came to. */
export interface CommandRun {
	code: number;
	/** All of stdout. */
	result: string;
	/** All of stderr. */
	notes: string;
}

/** Notes beside the lines of a task's progress, which a slow machine has more of. */
export function besideProgress(notes: string): string {
	return notes
		.split('\n')
		.filter((line) => !/^[a-z-]+~\S+: /.test(line))
		.join('\n');
}

/**
 * Runs `agent-knowledge …` against the platform's gateway.
 * @param env over the platform's token and address
 * @param answer to every question. Default: nobody can answer, as in a script
 */
export async function runCommand(
	platform: Pick<GatewayPlatform, 'url' | 'token'>,
	args: readonly string[],
	env: NodeJS.ProcessEnv = {},
	answer?: string,
): Promise<CommandRun> {
	const said = { results: [] as string[], notes: [] as string[] };
	const terminal: Terminal = {
		result: (text) => said.results.push(text),
		note: (text) => said.notes.push(text),
		interactive: false,
		ask: answer === undefined ? undefined : () => Promise.resolve(answer),
		screen: null,
		cwd: '/',
		env: { AGENT_KNOWLEDGE_GATEWAY_TOKEN: platform.token, AGENT_KNOWLEDGE_GATEWAY_URL: platform.url, ...env },
	};
	const code = await runProgram(['node', 'agent-knowledge', ...args], terminal);
	return { code, result: said.results.join('\n'), notes: said.notes.join('\n') };
}
