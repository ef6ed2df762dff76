import { Command } from 'commander';
import type { WeeklyReportInput } from '../../../workflows/weekly-report/contract';
import { listOf } from '../options';
import type { Terminal } from '../terminal';
import { choiceOption } from './field-option';
import { addTaskOptions, type EveryField, runTask, type TaskOptions } from './run-task';

export interface WeeklyReportOptions extends Pick<WeeklyReportInput, 'weekStart' | 'period' | 'locale' | 'mailTo'> {
	connection: string;
	agents?: string[];
	daysZone?: string;
	/** False with --no-quotes. */
	quotes: boolean;
}

export function weeklyReportCommand(terminal: Terminal): Command {
	const command = new Command('weekly-report')
		.description('compare a week with the week before, as a page, a mail and files')
		.action((options: WeeklyReportOptions & TaskOptions) =>
			runTask('weekly-report', weeklyReportInput(options), options, terminal),
		);
	return addTaskOptions(addWeeklyReportOptions(command));
}

/** The options of the task except the connection. A schedule of it has the same. */
export function addWeeklyReportOptions(command: Command): Command {
	const zone = 'zone in which the days of the week begin, such as Europe/Berlin; default: of the connection, else UTC';
	return command
		.option('--agents <ids>', 'the agents, separated by commas; default: all that the key can access', listOf)
		.option('--week-start <day>', 'the first of the seven days, YYYY-MM-DD; default: the last seven full days')
		.addOption(
			choiceOption(
				'weekly-report',
				'period',
				'--period <which>',
				'the whole week before this one, from Monday to Sunday; default: the last seven full days',
			).conflicts(['weekStart']),
		)
		.option('--days-zone <name>', zone)
		.option('--locale <tag>', 'of numbers and dates, such as de; default: of the connection, else en')
		.option('--mail-to <addresses>', 'who gets the report by mail, separated by commas', listOf)
		.option('--no-quotes', 'count the unanswered questions, and quote none of them in the page and the mail');
}

export function weeklyReportInput(options: WeeklyReportOptions): EveryField<'weekly-report'> {
	const { connection, agents: agentIds, weekStart, period, daysZone: timeZone, locale, mailTo, quotes } = options;
	return { version: 1, connection, agentIds, weekStart, period, timeZone, locale, mailTo, quoteQuestions: quotes };
}
