import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { type KnowledgeSyncResult, knowledgeSyncResultSchema } from '../../../workflows/knowledge-sync/contract';
import type { TaskWithLinks } from '../../gateway/schemas';
import { downloadFile } from '../files-command';
import type { GatewayClient } from '../gateway-client';
import { addGatewayOptions, gatewayClient, type GatewayOptions } from '../options';
import { endText } from '../task-text';
import { CommandError, EXIT, printResult, type ResultOptions, type Terminal } from '../terminal';
import { followSync } from './follow-sync';
import { throwIfTaken, unpackInto } from './unpack-folder';

interface ExportOptions extends GatewayOptions, ResultOptions {
	agent: string;
	connection: string;
	set: string;
	force: boolean;
}

const DEFAULT_SET = 'knowledge';

/** `agent-knowledge knowledge adopt` and `export`: what an agent has, as a folder that `plan` and `apply` read. */
export function exportCommand(name: 'adopt' | 'export', description: string, terminal: Terminal): Command {
	const command = new Command(name)
		.description(description)
		.argument('<folder>', 'where to write the files; it must be empty or new')
		.requiredOption('--agent <id>', 'the agent')
		.requiredOption('--connection <name>', "a connection of the worker's configuration")
		.option('--set <name>', 'the name of the set', DEFAULT_SET)
		.option('--force', 'write into a folder that has files, and overwrite those of the same names', false)
		.option('--json', 'print the result as JSON')
		.action((folder: string, options: ExportOptions) => writeFolder(name, folder, options, terminal));
	return addGatewayOptions(command);
}

async function writeFolder(
	name: 'adopt' | 'export',
	folder: string,
	options: ExportOptions,
	terminal: Terminal,
): Promise<void> {
	const { agent: agentId, connection, set, force } = options;
	const path = resolve(terminal.cwd, folder);
	if (!force) await throwIfTaken(path, folder);
	const client = gatewayClient(options, terminal);
	const input = { version: 1, connection, agentId, set, fromAgent: true, planOnly: name === 'export' };
	const task = await followSync(input, client, terminal);
	const result = knowledgeSyncResultSchema.safeParse(task.result).data;
	const file = result?.export ?? null;
	if (task.status !== 'completed' || result === undefined || file === null)
		throw new CommandError(endText(task), EXIT.failed);
	noteWithoutRow(result, terminal);
	const files = await fetchFolder(client, task, file.name, path).catch((error: unknown) => {
		if (!(error instanceof CommandError) || name === 'export') throw error;
		const again = 'The set is adopted. Write its folder with: agent-knowledge knowledge export';
		throw new CommandError(`${error.message}\n${again}`, error.exitCode);
	});
	const next = name === 'adopt' ? '' : ' If the set does not own all of it yet, add --existing adopt.';
	printResult(
		terminal,
		options,
		result,
		() =>
			`${endText(task)}\nWrote ${files} files into ${folder}. ` +
			`See what a sync would change with: agent-knowledge knowledge plan ${folder}.${next}`,
	);
	if (task.succeeded !== true) throw new CommandError('', EXIT.failed);
}

/** Items of the agent that the files do not have. */
function noteWithoutRow({ unusable, rows, refusedRows, notes }: KnowledgeSyncResult, terminal: Terminal): void {
	const refused = rows.filter(({ outcome }) => outcome === 'refused');
	for (const { source, reason } of unusable) terminal.note(`${source}: ${reason}`);
	for (const { name, reason } of refused) terminal.note(`${name}: ${reason?.detail ?? 'refused'}`);
	const more = refusedRows - unusable.length - refused.length;
	if (more > 0) terminal.note(`... and ${more} more`);
	for (const note of notes) terminal.note(note);
}

async function fetchFolder(client: GatewayClient, task: TaskWithLinks, name: string, path: string): Promise<number> {
	const draft = await mkdtemp(join(tmpdir(), 'agent-knowledge-export-'));
	try {
		const archive = join(draft, 'export.zip');
		await downloadFile(client, task, { out: archive, name });
		return await unpackInto(archive, path);
	} finally {
		await rm(draft, { recursive: true, force: true });
	}
}
