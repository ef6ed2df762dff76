import { Command, Option } from 'commander';
import type { RetrainInput } from '../../../workflows/retrain/contract';
import { wholeNumber } from '../numbers';
import type { Terminal } from '../terminal';
import { runTask } from './run-task';
import { addTaskOptions, type TaskOptions } from './task-options';

interface RetrainOptions extends TaskOptions, Pick<RetrainInput, 'waitUntil' | 'ifActive'> {
	agent: string;
	timeout?: number;
}

export function retrainAndWaitCommand(terminal: Terminal): Command {
	const command = new Command('retrain-and-wait')
		.description('start a training run of an agent, or adopt the active one, and wait for it')
		.requiredOption('--agent <id>', 'the agent to retrain')
		.addOption(
			new Option('--wait-until <event>', 'wait until the agent can chat, or until the run has ended')
				.choices(['canChat', 'finished'])
				.default('finished'),
		)
		.addOption(
			new Option('--if-active <what>', 'when a run is active: follow it, start one after it, or fail')
				.choices(['adopt', 'wait', 'fail'])
				.default('adopt'),
		)
		.option('--timeout <seconds>', 'stop waiting after so many seconds; the run itself goes on', wholeNumber)
		.action((options: RetrainOptions) => runTask('retrain-and-wait', inputOf(options), options, terminal));
	return addTaskOptions(command);
}

function inputOf({ connection, agent, waitUntil, ifActive, timeout }: RetrainOptions): RetrainInput {
	return {
		version: 1,
		connection,
		agentId: agent,
		waitUntil,
		ifActive,
		...(timeout === undefined ? {} : { timeoutSeconds: timeout }),
	};
}
