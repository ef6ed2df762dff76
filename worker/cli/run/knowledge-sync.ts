import { readFile } from 'node:fs/promises';
import { Command, InvalidArgumentError } from 'commander';
import { z } from 'zod';
import type { KnowledgeSyncInput } from '../../../workflows/knowledge-sync/contract';
import { gatewayClient } from '../options';
import { CommandError, EXIT, type Terminal } from '../terminal';
import { choiceOption, numberOption } from './field-option';
import { addTaskOptions, type EveryField, runTask, type TaskOptions } from './run-task';

interface KnowledgeSyncOptions extends TaskOptions, Pick<KnowledgeSyncInput, 'mode' | 'drift' | 'existing'> {
	agent: string;
	set: string;
	rows?: string;
	rowsJson?: KnowledgeSyncInput['rows'];
	planOnly: boolean;
	planHash?: string;
	emptyOnPurpose: boolean;
	timeout?: number;
}

export function knowledgeSyncCommand(terminal: Terminal): Command {
	const type = 'knowledge-sync';
	const command = new Command(type)
		.description('keep what an agent knows in step with a file of rows')
		.requiredOption('--agent <id>', 'the agent that is kept in step')
		.requiredOption('--set <name>', 'the name of the set, the same in every sync')
		.option('--rows <path>', 'what the agent should know: a CSV, NDJSON, XLSX or ZIP file')
		.option('--rows-json <rows>', 'the same as a JSON list, up to 200 kB', rowsIn)
		.addOption(choiceOption(type, 'mode', '--mode <what>', 'what to do with items that the set no longer has'))
		.addOption(choiceOption(type, 'drift', '--drift <what>', 'what to do with items that a person changed'))
		.addOption(choiceOption(type, 'existing', '--existing <what>', 'what to do with items of the same name'))
		.option('--plan-only', 'make a plan, and change nothing', false)
		.option('--plan-hash <hash>', 'apply only if the plan still has this hash')
		.option('--empty-on-purpose', 'accept a set without rows, which deletes all its items', false)
		.addOption(
			numberOption(
				type,
				'timeoutSeconds',
				'--timeout <seconds>',
				'stop after this number of seconds; what was sent stays',
			),
		)
		.action((options: KnowledgeSyncOptions) => syncKnowledge(options, terminal));
	return addTaskOptions(command);
}

async function syncKnowledge(options: KnowledgeSyncOptions, terminal: Terminal): Promise<void> {
	const { connection, agent: agentId, set, mode, drift, existing, planOnly, planHash, emptyOnPurpose } = options;
	const { rows: path, rowsJson: rows } = options;
	if ((path === undefined) === (rows === undefined))
		throw new CommandError('Say what the agent should know: either --rows or --rows-json.', EXIT.badUsage);
	const upload = path === undefined ? null : await gatewayClient(options, terminal).upload(await read(path));
	const input: EveryField<'knowledge-sync'> = {
		version: 1,
		connection,
		agentId,
		set,
		rows,
		blob: upload?.blob,
		mode,
		planOnly,
		planHash,
		drift,
		existing,
		emptyOnPurpose,
		timeoutSeconds: options.timeout,
	};
	await runTask('knowledge-sync', input, options, terminal);
}

async function read(path: string): Promise<Buffer> {
	try {
		return await readFile(path);
	} catch (error) {
		throw new CommandError(`The file cannot be read: ${String(error)}`, EXIT.badUsage);
	}
}

/** The gateway checks the rows, and its errors name them. */
function rowsIn(json: string): KnowledgeSyncInput['rows'] {
	try {
		return z.array(z.custom<NonNullable<KnowledgeSyncInput['rows']>[number]>(isObject)).parse(JSON.parse(json));
	} catch {
		throw new InvalidArgumentError(
			'It must be a JSON list of objects, such as [{"type":"qa","question":"…","answer":"…"}].',
		);
	}
}

function isObject(value: unknown): boolean {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
