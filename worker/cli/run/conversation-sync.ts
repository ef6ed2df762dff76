import { Command } from 'commander';
import type { Terminal } from '../terminal';
import { listOf } from '../options';
import { numberOption } from './field-option';
import { addTaskOptions, type EveryField, runTask, type TaskOptions } from './run-task';

interface SyncOptions extends TaskOptions {
	agents?: string[];
	destination: string;
	interval: number;
	recentDays: number;
	openHours: number;
	fullHours: number;
}

export function conversationSyncCommand(terminal: Terminal): Command {
	const command = new Command('conversation-sync')
		.description(
			'sync the conversations of one, several or all agents into two tables of PostgreSQL until you cancel it',
		)
		.requiredOption('--destination <name>', "a PostgreSQL destination of the worker's configuration")
		.option('--agents <ids>', 'the agents, separated by commas; default: all, also later ones', listOf)
		.addOption(numberOption('conversation-sync', 'intervalSeconds', '--interval <seconds>', 'pause between two rounds'))
		.addOption(numberOption('conversation-sync', 'recentDays', '--recent-days <days>', 'how far back each round looks'))
		.addOption(
			numberOption(
				'conversation-sync',
				'openHours',
				'--open-hours <hours>',
				'how long unresolved conversations are read again after their last change',
			),
		)
		.addOption(
			numberOption(
				'conversation-sync',
				'fullHours',
				'--full-hours <hours>',
				'time between two rounds over whole lists',
			),
		)
		.action((options: SyncOptions) => runTask('conversation-sync', inputOf(options), options, terminal));
	return addTaskOptions(command);
}

function inputOf(options: SyncOptions): EveryField<'conversation-sync'> {
	const { connection, agents: agentIds, destination, interval, recentDays, openHours, fullHours } = options;
	return { version: 1, connection, agentIds, destination, intervalSeconds: interval, recentDays, openHours, fullHours };
}
