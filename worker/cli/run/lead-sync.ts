import { Command } from 'commander';
import type { LeadSyncInput } from '../../../workflows/lead-sync/contract';
import { wholeNumber } from '../numbers';
import type { Terminal } from '../terminal';
import { runTask } from './run-task';
import { addTaskOptions, type TaskOptions } from './task-options';

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
