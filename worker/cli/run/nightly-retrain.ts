import { Command, Option } from 'commander';
import type { NightlyRetrainInput } from '../../../workflows/nightly-retrain/contract';
import { listOf } from '../lists';
import { wholeNumber } from '../numbers';
import type { Terminal } from '../terminal';
import { runTask } from './run-task';
import { addTaskOptions, type TaskOptions } from './task-options';

export interface NightlyRetrainOptions extends Pick<NightlyRetrainInput, 'waitUntil' | 'ifActive'> {
	connection: string;
	agents?: string[];
	atOnce: number;
	agentTimeout: number;
}

export function nightlyRetrainCommand(terminal: Terminal): Command {
	const command = new Command('nightly-retrain')
		.description('retrain all agents, or those that are named, some at a time')
		.action((options: NightlyRetrainOptions & TaskOptions) =>
			runTask('nightly-retrain', nightlyRetrainInput(options), options, terminal),
		);
	return addTaskOptions(addNightlyRetrainOptions(command));
}

/** What the task takes, but the connection; also what a schedule of it takes. */
export function addNightlyRetrainOptions(command: Command): Command {
	return command
		.option('--agents <ids>', 'the agents, with commas between them; default: all that the key can see', listOf)
		.addOption(
			new Option('--wait-until <event>', 'when an agent is done: it can chat, or its run has ended')
				.choices(['canChat', 'finished'])
				.default('finished'),
		)
		.addOption(
			new Option('--if-active <what>', 'when a run of an agent is active: follow it, start one after it, or fail')
				.choices(['adopt', 'wait', 'fail'])
				.default('adopt'),
		)
		.option('--at-once <count>', 'how many agents are in training at the same time', wholeNumber, 3)
		.option('--agent-timeout <seconds>', 'give one agent up after so many seconds', wholeNumber, 21_600);
}

export function nightlyRetrainInput(options: NightlyRetrainOptions): NightlyRetrainInput {
	const { connection, agents, waitUntil, ifActive, atOnce, agentTimeout } = options;
	return {
		version: 1,
		connection,
		...(agents === undefined ? {} : { agentIds: agents }),
		waitUntil,
		ifActive,
		atOnce,
		agentTimeoutSeconds: agentTimeout,
	};
}
