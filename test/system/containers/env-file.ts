import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';
import { runCommand } from '../../../scripts/processes/run-command.mjs';

/** The variables of a new file, made as an operator makes it. */
export async function newEnvironment(file: string): Promise<Record<string, string>> {
	await runCommand('sh', [join(workspaceRoot, 'deploy/create-env.sh'), file]);
	return variablesOf(await readFile(file, 'utf8'));
}

/** The variables of a file of lines NAME=value. */
export function variablesOf(text: string): Record<string, string> {
	return Object.fromEntries(
		[...text.matchAll(/^(?<name>[A-Z][A-Z0-9_]*)=(?<value>.*)$/gm)].map(({ groups }) => [
			groups?.['name'] ?? '',
			groups?.['value'] ?? '',
		]),
	);
}
