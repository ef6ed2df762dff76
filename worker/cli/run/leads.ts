import { Command } from 'commander';
import type { LeadExportInput } from '../../../workflows/export/contract';
import { listOf } from '../options';
import type { Terminal } from '../terminal';
import { addExportOptions, exportToFile, type ExportOptions, outOption, periodOf } from './export-options';
import { numberOption } from './field-option';
import { addConversationOptions, conversationIn, type ConversationOptions } from './conversation-options';
import { addFilterOptions, filterIn, type FilterOptions } from './filter-options';
import { addTaskOptions, type EveryField, runTask, type TaskOptions } from './run-task';

export interface LeadExportOptions
	extends
		ExportOptions,
		FilterOptions,
		ConversationOptions,
		Pick<LeadExportInput, 'format' | 'spreadsheet' | 'email'> {}

type RunOptions = TaskOptions & LeadExportOptions & { out?: string };

export function leadExportCommand(terminal: Terminal): Command {
	const command = new Command('lead-export')
		.description('export the leads of one, several or all agents into a file')
		.addOption(outOption())
		.action((options: RunOptions) => exportToFile('lead-export', leadExportInput(options), options, terminal));
	return addTaskOptions(addLeadExportOptions(command));
}

/** The options of the task except the connection. A schedule of it has the same. */
export function addLeadExportOptions(command: Command): Command {
	return addConversationOptions(addFilterOptions(addExportOptions('lead-export', command))).option(
		'--email <text>',
		'only leads whose address contains this text',
	);
}

export function leadExportInput({ connection, email, ...options }: LeadExportOptions): EveryField<'lead-export'> {
	const { format, spreadsheet, bucket, agents: agentIds } = options;
	return {
		version: 1,
		connection,
		agentIds,
		...periodOf(options),
		email,
		...filterIn(options),
		...conversationIn(options),
		format,
		spreadsheet,
		bucket,
	};
}

interface SyncOptions extends TaskOptions, FilterOptions, ConversationOptions {
	agent?: string;
	/** Null: all. */
	agents?: string[] | null;
	destination: string;
	interval: number;
	since?: string;
	settleMinutes: number;
	atOnce: boolean;
}

export function leadSyncCommand(terminal: Terminal): Command {
	const command = new Command('lead-sync')
		.description('sync all leads of one, several or all agents to a destination, then new ones until you cancel it')
		.option('--agent <id>', 'only this agent, in a task of its own')
		.option(
			'--agents <ids>',
			'the agents, separated by commas; default: all that the key can access, also later ones',
			agentsIn,
		)
		.requiredOption('--destination <name>', "a destination of the worker's configuration")
		.addOption(
			numberOption('lead-sync', 'intervalSeconds', '--interval <seconds>', 'pause between two looks for new leads'),
		)
		.option('--since <date>', 'YYYY-MM-DD: skip leads captured before this day')
		.addOption(
			numberOption(
				'lead-sync',
				'settleMinutes',
				'--settle-minutes <minutes>',
				'minutes after the last message before a lead comes with its conversation',
			),
		)
		.option(
			'--at-once',
			'a lead comes at once, and its conversation again after that time; only for PostgreSQL and HubSpot',
			false,
		)
		.action((options: SyncOptions) => runTask('lead-sync', inputOf(options), options, terminal));
	return addTaskOptions(addConversationOptions(addFilterOptions(command)));
}

/** @returns null: all agents */
function agentsIn(text: string): string[] | null {
	return text.trim() === 'all' ? null : listOf(text);
}

function inputOf(options: SyncOptions): EveryField<'lead-sync'> {
	const { connection, agent, agents, destination, interval, since, ...more } = options;
	return {
		version: 1,
		connection,
		agentId: agent,
		agentIds: agents ?? undefined,
		destination,
		intervalSeconds: interval,
		startDate: since,
		...filterIn(more),
		...conversationIn(more),
		settleMinutes: more.settleMinutes,
		atOnce: more.atOnce,
	};
}
