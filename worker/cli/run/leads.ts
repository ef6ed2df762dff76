import { Command, Option } from 'commander';
import type { LeadExportInput } from '../../../workflows/export/contract';
import { downloadFile } from '../files-command';
import { gatewayClient, listOf } from '../options';
import { besideOutput } from '../output-file';
import type { Terminal } from '../terminal';
import { choiceOption, numberOption } from './field-option';
import { addFilterOptions, filterIn, type FilterOptions } from './filter-options';
import { addTaskOptions, type EveryField, followNewTask, runTask, throwUnlessDone, type TaskOptions } from './run-task';

export interface LeadExportOptions
	extends FilterOptions, Pick<LeadExportInput, 'format' | 'spreadsheet' | 'email' | 'bucket'> {
	connection: string;
	agents?: string[];
	from?: string;
	to?: string;
	lastDays?: number;
}

type RunOptions = TaskOptions & LeadExportOptions & { out?: string };

export function leadExportCommand(terminal: Terminal): Command {
	const command = new Command('lead-export')
		.description('export the leads of one, several or all agents into a file')
		.addOption(
			new Option('--out <file>', 'download the finished file to this path, - for standard output').conflicts([
				'bucket',
				'wait',
			]),
		)
		.action((options: RunOptions) => exportLeads(options, terminal));
	return addTaskOptions(addLeadExportOptions(command));
}

/** The options of the task except the connection. A schedule of it has the same. */
export function addLeadExportOptions(command: Command): Command {
	return addFilterOptions(command)
		.option('--agents <ids>', 'the agents, separated by commas; default: all that the key can access', listOf)
		.option('--from <day>', 'the first day, YYYY-MM-DD in UTC; default: all days')
		.option('--to <day>', 'the last day, YYYY-MM-DD in UTC; default: up to now')
		.addOption(
			numberOption(
				'lead-export',
				'lastDays',
				'--last-days <count>',
				'instead of --from and --to: this number of days up to and including today',
			).conflicts(['from', 'to']),
		)
		.option('--email <text>', 'only leads whose address contains this text')
		.addOption(choiceOption('lead-export', 'format', '--format <format>', 'format of the file'))
		.addOption(
			choiceOption(
				'lead-export',
				'spreadsheet',
				'--spreadsheet <which>',
				'CSV: comma or semicolon for an Excel with that separator; none: raw texts, for programs only',
			),
		)
		.option('--bucket <name>', 'write the file to this bucket of the worker');
}

async function exportLeads(options: RunOptions, terminal: Terminal): Promise<void> {
	const task = await followNewTask(
		'lead-export',
		leadExportInput(options),
		options,
		besideOutput(terminal, options.out),
	);
	if (task === null) return;
	// A file without the leads of an agent that was deleted is a file.
	if (options.out !== undefined && task.status === 'completed') {
		const written = await downloadFile(gatewayClient(options, terminal), task, options.out);
		terminal.note(`Wrote ${options.out}, ${written.bytes} bytes. The checksum is correct.`);
	}
	throwUnlessDone(task);
}

export function leadExportInput({
	connection,
	agents,
	from,
	to,
	lastDays,
	email,
	format,
	spreadsheet,
	bucket,
	...filter
}: LeadExportOptions): EveryField<'lead-export'> {
	return {
		version: 1,
		connection,
		agentIds: agents,
		startDate: from,
		endDate: to,
		lastDays,
		email,
		...filterIn(filter),
		format,
		spreadsheet,
		bucket,
	};
}

interface SyncOptions extends TaskOptions, FilterOptions {
	agent: string;
	destination: string;
	interval: number;
	since?: string;
}

export function leadSyncCommand(terminal: Terminal): Command {
	const command = new Command('lead-sync')
		.description('sync all leads of an agent to a destination, then new ones until you cancel it')
		.requiredOption('--agent <id>', 'the agent whose leads are synced')
		.requiredOption('--destination <name>', "a destination of the worker's configuration")
		.addOption(
			numberOption('lead-sync', 'intervalSeconds', '--interval <seconds>', 'pause between two looks for new leads'),
		)
		.option('--since <date>', 'YYYY-MM-DD: skip leads captured before this day')
		.action((options: SyncOptions) => runTask('lead-sync', inputOf(options), options, terminal));
	return addTaskOptions(addFilterOptions(command));
}

function inputOf({ connection, agent, destination, interval, since, ...filter }: SyncOptions): EveryField<'lead-sync'> {
	return {
		version: 1,
		connection,
		agentId: agent,
		destination,
		intervalSeconds: interval,
		startDate: since,
		...filterIn(filter),
	};
}
