import { Command } from 'commander';
import { type KnowledgeSyncResult, knowledgeSyncResultSchema } from '../../../workflows/knowledge-sync/contract';
import type { TaskWithLinks } from '../../gateway/schemas';
import type { GatewayClient } from '../gateway-client';
import { addGatewayOptions, gatewayClient, type GatewayOptions, oneMore } from '../options';
import { choiceOption } from '../run/field-option';
import { endText } from '../task-text';
import { CommandError, EXIT, printResult, type ResultOptions, type Terminal } from '../terminal';
import { exportCommand } from './export-command';
import { type FolderSet, readFolderSets } from './folder-sets';
import { followSync } from './follow-sync';
import { differenceText, hasChanges } from './plan-text';

interface KnowledgeOptions extends GatewayOptions, ResultOptions {
	connection?: string;
	set?: string[];
	drift: 'ask' | 'overwrite' | 'keep';
	existing: 'refuse' | 'adopt';
}

/** `agent-knowledge knowledge plan`, `apply`, `adopt` and `export`: a folder with knowledge.yaml, such as one in Git. */
export function knowledgeCommand(terminal: Terminal): Command {
	const command = new Command('knowledge').description('keep agents in step with a folder that has a knowledge.yaml');
	const subcommand = (
		name: string,
		description: string,
		work: (folder: string, options: KnowledgeOptions) => Promise<void>,
	) =>
		command.addCommand(
			addGatewayOptions(
				new Command(name)
					.description(description)
					.argument('[folder]', 'the folder that has the knowledge.yaml', '.')
					.option('--connection <name>', 'the connection of agents whose connection the file does not name')
					.option('--set <name>', 'only this set; may be given several times', oneMore)
					.addOption(
						choiceOption('knowledge-sync', 'drift', '--drift <what>', 'what to do with items that a person changed'),
					)
					.addOption(
						choiceOption('knowledge-sync', 'existing', '--existing <what>', 'what to do with items of the same name'),
					)
					.option('--json', 'print the plans or results as JSON'),
			).action(work),
		);
	subcommand('plan', 'show what an apply would change; ends with 2 if there are changes', (folder, options) =>
		plan(folder, options, terminal),
	);
	subcommand('apply', 'bring the agents into step, and follow it to its end', (folder, options) =>
		apply(folder, options, terminal),
	);
	return command
		.addCommand(
			exportCommand('adopt', 'make a set of what an agent has, without a change, and write its folder', terminal),
		)
		.addCommand(exportCommand('export', 'write what a set has, and what nobody owns, as a folder', terminal));
}

/** @throws CommandError with the exit code 2 if there are changes and for no other reason, and 1 if a set cannot be planned */
async function plan(folder: string, options: KnowledgeOptions, terminal: Terminal): Promise<void> {
	const { results, failed } = await syncAll(folder, options, terminal, true).catch((error: unknown) => {
		// 2 would say that there are changes.
		const isBadUsage = error instanceof CommandError && error.exitCode === EXIT.badUsage;
		throw isBadUsage ? new CommandError(error.message, EXIT.failed) : error;
	});
	if (failed) throw new CommandError('', EXIT.failed);
	if (results.some(hasChanges)) throw new CommandError('', EXIT.changes);
}

/** @throws CommandError with the exit code 1 unless all is in step */
async function apply(folder: string, options: KnowledgeOptions, terminal: Terminal): Promise<void> {
	const { failed } = await syncAll(folder, options, terminal, false);
	if (failed) throw new CommandError('', EXIT.failed);
}

async function syncAll(folder: string, options: KnowledgeOptions, terminal: Terminal, planOnly: boolean) {
	const client = gatewayClient(options, terminal);
	const { sets, faulty } = await readFolderSets(folder, options.set, client, terminal);
	for (const name of faulty)
		terminal.note(`The set ${name} is not whole, so nothing of it was sent. Correct it first.`);
	const results: KnowledgeSyncResult[] = [];
	const texts: string[] = [];
	let failed = faulty.length > 0;
	for (const set of sets) {
		const task = await syncOne(set, options, client, terminal, planOnly);
		const result = knowledgeSyncResultSchema.safeParse(task.result).data;
		failed ||= task.succeeded !== true;
		if (result !== undefined) results.push(result);
		texts.push(result === undefined ? endText(task) : differenceText(`${set.set} at ${set.agent}`, result));
	}
	printResult(terminal, options, results, () => texts.join('\n\n'));
	return { results, failed };
}

async function syncOne(
	{ set, agentId, connection, mode, rows }: FolderSet,
	{ connection: given, drift, existing }: KnowledgeOptions,
	client: GatewayClient,
	terminal: Terminal,
	planOnly: boolean,
): Promise<TaskWithLinks> {
	const used = connection ?? given;
	if (used === undefined)
		throw new CommandError(
			`The agent ${agentId} has no connection. Name it in knowledge.yaml, or with --connection.`,
			EXIT.badUsage,
		);
	const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
	const source = rows.length === 0 ? { rows: [] } : { blob: (await client.upload(Buffer.from(lines))).blob };
	const input = { version: 1, connection: used, agentId, set, ...source, mode, drift, existing, planOnly };
	return followSync(input, client, terminal);
}
