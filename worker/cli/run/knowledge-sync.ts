import { readFile } from 'node:fs/promises';
import { Command, InvalidArgumentError } from 'commander';
import { z } from 'zod';
import type { KnowledgeSyncInput } from '../../../workflows/knowledge-sync/contract';
import { gatewayClient, type GatewayOptions, listOf, oneMore } from '../options';
import { CommandError, EXIT, type Terminal } from '../terminal';
import { choiceOption, numberOption } from './field-option';
import { addTaskOptions, type EveryField, runTask, type TaskOptions } from './run-task';

export interface KnowledgeSyncOptions
	extends GatewayOptions, Pick<KnowledgeSyncInput, 'mode' | 'drift' | 'existing' | 'include' | 'exclude'> {
	connection: string;
	agent: string;
	set: string;
	rows?: string;
	rowsJson?: KnowledgeSyncInput['rows'];
	url?: string;
	column?: string[];
	fromAgent: boolean;
	planOnly: boolean;
	planHash?: string;
	emptyOnPurpose: boolean;
	prove: boolean;
	reviewers?: string[];
	remindAfter?: number;
	deadline: number;
	timeout?: number;
}

export function knowledgeSyncCommand(terminal: Terminal): Command {
	const command = new Command('knowledge-sync')
		.description('keep what an agent knows in step with a file of rows, or with what is at an address')
		.action(async (options: KnowledgeSyncOptions & TaskOptions) => {
			await runTask('knowledge-sync', await knowledgeSyncInput(options, terminal), options, terminal);
		});
	return addTaskOptions(addKnowledgeSyncOptions(command));
}

/** The options of a sync, for a run and for a schedule. */
export function addKnowledgeSyncOptions(command: Command): Command {
	const type = 'knowledge-sync';
	return command
		.requiredOption('--agent <id>', 'the agent that is kept in step')
		.requiredOption('--set <name>', 'the name of the set, the same in every sync')
		.option('--rows <path>', 'what the agent should know: a CSV, NDJSON, XLSX or ZIP file')
		.option('--rows-json <rows>', 'the same as a JSON list, up to 200 kB', rowsIn)
		.option('--url <address>', 'the same at an address, or a sitemap, fetched in each run')
		.option('--from-agent', 'what the agent has now, which the set owns from then on; nothing is sent', false)
		.option('--include <pattern>', 'only such pages of the sitemap, as /help/**; may be given several times', oneMore)
		.option('--exclude <pattern>', 'no such pages of the sitemap; may be given several times', oneMore)
		.option(
			'--column <field=column>',
			'which column of a table is which field, as question=Frage or answer=2; may be given several times',
			oneMore,
		)
		.addOption(choiceOption(type, 'mode', '--mode <what>', 'what to do with items that the set no longer has'))
		.addOption(choiceOption(type, 'drift', '--drift <what>', 'what to do with items that a person changed'))
		.addOption(choiceOption(type, 'existing', '--existing <what>', 'what to do with items of the same name'))
		.option('--plan-only', 'make a plan, and change nothing', false)
		.option('--plan-hash <hash>', 'apply only if the plan still has this hash')
		.option('--empty-on-purpose', 'accept a set without rows, which deletes all its items', false)
		.option(
			'--prove',
			'search afterwards whether the agent finds what was added, and no longer what was deleted',
			false,
		)
		.option('--reviewers <addresses>', 'reviewers to notify if a person has to decide, separated by commas', listOf)
		.addOption(
			numberOption(
				type,
				'remindAfterSeconds',
				'--remind-after <seconds>',
				'remind them each time this number of seconds has passed',
			),
		)
		.addOption(numberOption(type, 'deadlineSeconds', '--deadline <seconds>', 'how long a plan waits for a person'))
		.addOption(
			numberOption(
				type,
				'timeoutSeconds',
				'--timeout <seconds>',
				'stop after this number of seconds; what was sent stays',
			),
		);
}

/** Uploads the file, if there is one. */
export async function knowledgeSyncInput(
	options: KnowledgeSyncOptions,
	terminal: Terminal,
): Promise<EveryField<'knowledge-sync'>> {
	const { connection, agent: agentId, set, mode, drift, existing, planOnly, planHash, emptyOnPurpose } = options;
	const { rows: path, rowsJson: rows, url, fromAgent, include, exclude } = options;
	const columns = columnsIn(options.column);
	if ([path, rows, url, fromAgent || undefined].filter((each) => each !== undefined).length !== 1)
		throw new CommandError(
			'Say what the agent should know: either --rows, --rows-json, --url or --from-agent.',
			EXIT.badUsage,
		);
	const upload = path === undefined ? null : await gatewayClient(options, terminal).upload(await read(path));
	return {
		version: 1,
		connection,
		agentId,
		set,
		rows,
		blob: upload?.blob,
		url,
		fromAgent,
		include,
		exclude,
		columns,
		mode,
		planOnly,
		planHash,
		drift,
		existing,
		emptyOnPurpose,
		prove: options.prove,
		reviewers: options.reviewers,
		remindAfterSeconds: options.remindAfter,
		deadlineSeconds: options.deadline,
		timeoutSeconds: options.timeout,
	};
}

async function read(path: string): Promise<Buffer> {
	try {
		return await readFile(path);
	} catch (error) {
		throw new CommandError(`The file cannot be read: ${String(error)}`, EXIT.badUsage);
	}
}

/** The gateway checks the fields, and its errors name them. */
function columnsIn(texts: readonly string[] | undefined): KnowledgeSyncInput['columns'] {
	if (texts === undefined) return undefined;
	return Object.fromEntries(
		texts.map((text) => {
			const [, field, column] = /^\s*(\w+)\s*=(.+)$/s.exec(text) ?? [];
			if (field === undefined || column === undefined)
				throw new CommandError(
					`--column ${text} must be a field and its column, as question=Frage or answer=2.`,
					EXIT.badUsage,
				);
			return [field, column];
		}),
	);
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
