import { type Command, Option } from 'commander';
import type { Period } from '../../../workflows/task/period-contract';
import { downloadFile } from '../files-command';
import { gatewayClient, listOf } from '../options';
import { besideOutput } from '../output-file';
import type { Terminal } from '../terminal';
import { choiceOption, numberOption } from './field-option';
import { type EveryField, followNewTask, type TaskOptions, throwUnlessDone } from './run-task';

/** The tasks that make a file. */
type ExportType = 'lead-export' | 'conversation-export';

/** Options that all exports have. */
export interface ExportOptions {
	connection: string;
	agents?: string[];
	from?: string;
	to?: string;
	lastDays?: number;
	period?: Period;
	daysZone?: string;
	bucket?: string;
}

export function outOption(): Option {
	return new Option('--out <file>', 'download the finished file to this path, - for standard output').conflicts([
		'bucket',
		'wait',
	]);
}

/** Agents, period, format and bucket. */
export function addExportOptions(type: ExportType, command: Command): Command {
	return command
		.option('--agents <ids>', 'the agents, separated by commas; default: all that the key can access', listOf)
		.option('--from <day>', 'the first day, YYYY-MM-DD in UTC; default: all days')
		.option('--to <day>', 'the last day, YYYY-MM-DD in UTC; default: up to now')
		.addOption(
			numberOption(
				type,
				'lastDays',
				'--last-days <count>',
				'instead of --from and --to: this number of days (UTC) up to and including today, of which the rest is skipped',
			).conflicts(['from', 'to']),
		)
		.addOption(
			choiceOption(
				type,
				'period',
				'--period <which>',
				'whole days that have passed, or since the last run of a schedule',
			).conflicts(['from', 'to', 'lastDays']),
		)
		.option('--days-zone <name>', 'zone in which the days of the period begin; default: of the connection, else UTC')
		.addOption(choiceOption(type, 'format', '--format <format>', 'format of the file'))
		.addOption(
			choiceOption(
				type,
				'spreadsheet',
				'--spreadsheet <which>',
				'CSV: comma or semicolon for an Excel with that separator; none: raw texts, for programs only',
			),
		)
		.option('--bucket <name>', 'write the file to this bucket of the worker');
}

/** The fields of the period. */
export function periodOf({
	from: startDate,
	to: endDate,
	lastDays,
	period,
	daysZone: timeZone,
}: Pick<ExportOptions, 'from' | 'to' | 'lastDays' | 'period' | 'daysZone'>): Pick<
	EveryField<ExportType>,
	'startDate' | 'endDate' | 'lastDays' | 'period' | 'timeZone'
> {
	return { startDate, endDate, lastDays, period, timeZone };
}

/** Starts an export, follows it, and downloads its file. @throws CommandError if it did not do what was asked */
export async function exportToFile<Type extends ExportType>(
	type: Type,
	input: EveryField<Type>,
	options: TaskOptions & { out?: string },
	terminal: Terminal,
): Promise<void> {
	const task = await followNewTask(type, input, options, besideOutput(terminal, options.out));
	if (task === null) return;
	// A file without the data of an agent that was deleted is a file.
	if (options.out !== undefined && task.status === 'completed') {
		const written = await downloadFile(gatewayClient(options, terminal), task, options);
		terminal.note(`Wrote ${options.out}, ${written.bytes} bytes. The checksum is correct.`);
	}
	throwUnlessDone(task);
}
