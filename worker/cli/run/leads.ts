import { Command, Option } from 'commander';
import type { LeadExportInput } from '../../../workflows/export/contract';
import type { LeadSyncInput } from '../../../workflows/lead-sync/contract';
import { downloadFile } from '../files-command';
import { gatewayClient, listOf, wholeNumber } from '../options';
import type { Terminal } from '../terminal';
import { addTaskOptions, followNewTask, runTask, type TaskOptions } from './run-task';

export interface LeadExportOptions extends Pick<LeadExportInput, 'format' | 'email' | 'bucket'> {
	connection: string;
	agents?: string[];
	from?: string;
	to?: string;
	lastDays?: number;
	bom?: true;
	rawCells?: true;
}

type RunOptions = TaskOptions & LeadExportOptions & { out?: string };

export function leadExportCommand(terminal: Terminal): Command {
	const command = new Command('lead-export')
		.description('export the leads of one, several or all agents into a file')
		.addOption(new Option('--out <file>', 'download the file to here when it is made').conflicts(['bucket', 'wait']))
		.action((options: RunOptions) => exportLeads(options, terminal));
	return addTaskOptions(addLeadExportOptions(command));
}

/** What the task takes, but the connection; also what a schedule of it takes. */
export function addLeadExportOptions(command: Command): Command {
	return command
		.option('--agents <ids>', 'the agents, with commas between them; default: all that the key can see', listOf)
		.option('--from <day>', 'the first day, YYYY-MM-DD in UTC; default: all days')
		.option('--to <day>', 'the last day, YYYY-MM-DD in UTC; default: up to now')
		.addOption(
			new Option('--last-days <count>', 'instead of --from and --to: the last so many days, today included')
				.argParser(wholeNumber)
				.conflicts(['from', 'to']),
		)
		.option('--email <text>', 'only leads whose address contains this text')
		.addOption(new Option('--format <format>', 'of the file').choices(['csv', 'ndjson', 'xlsx']).default('csv'))
		.option('--bom', 'CSV: begin with a byte order mark, by which Excel knows UTF-8')
		.option('--raw-cells', 'CSV: leave cells as they are that a spreadsheet could take for a formula')
		.option('--bucket <name>', 'put the file into this bucket of the worker');
}

async function exportLeads(options: RunOptions, terminal: Terminal): Promise<void> {
	const task = await followNewTask('lead-export', leadExportInput(options), options, terminal);
	if (task === null || options.out === undefined) return;
	const written = await downloadFile(gatewayClient(options, terminal.env), task, options.out);
	terminal.note(`Wrote ${options.out}, ${written.bytes} bytes; its checksum is right.`);
}

export function leadExportInput({
	connection,
	agents,
	from,
	to,
	lastDays,
	email,
	format,
	bom,
	rawCells,
	bucket,
}: LeadExportOptions): LeadExportInput {
	return {
		version: 1,
		connection,
		...(agents === undefined ? {} : { agentIds: agents }),
		...(from === undefined ? {} : { startDate: from }),
		...(to === undefined ? {} : { endDate: to }),
		...(lastDays === undefined ? {} : { lastDays }),
		...(email === undefined ? {} : { email }),
		format,
		bom: bom === true,
		escapeFormulas: rawCells !== true,
		...(bucket === undefined ? {} : { bucket }),
	};
}

interface SyncOptions extends TaskOptions {
	agent: string;
	destination: string;
	interval: number;
	since?: string;
}

export function leadSyncCommand(terminal: Terminal): Command {
	const command = new Command('lead-sync')
		.description('bring all leads of an agent to a destination, and go on with what is new until it is cancelled')
		.requiredOption('--agent <id>', 'the agent whose leads are synced')
		.requiredOption('--destination <name>', "a destination of the worker's configuration")
		.option('--interval <seconds>', 'between two looks for new leads', wholeNumber, 300)
		.option('--since <date>', 'YYYY-MM-DD: leave out leads captured before this day')
		.action((options: SyncOptions) => runTask('lead-sync', inputOf(options), options, terminal));
	return addTaskOptions(command);
}

function inputOf({ connection, agent, destination, interval, since }: SyncOptions): LeadSyncInput {
	return {
		version: 1,
		connection,
		agentId: agent,
		destination,
		intervalSeconds: interval,
		...(since === undefined ? {} : { startDate: since }),
	};
}
