import { Command } from 'commander';
import type { NightlyRetrainInput } from '../../../workflows/nightly-retrain/contract';
import type { RetrainInput } from '../../../workflows/retrain/contract';
import { listOf } from '../options';
import type { Terminal } from '../terminal';
import { choiceOption, numberOption } from './field-option';
import { addTaskOptions, type EveryField, runTask, type TaskOptions } from './run-task';

const WHEN_UNCERTAIN = 'when a response was lost and no run shows: send the request again, or leave it to a person';
const WHAT_CHANGED = 'compare the sources before and after the run: name, count, or do not compare them';

interface RetrainOptions
	extends TaskOptions, Pick<RetrainInput, 'waitUntil' | 'ifActive' | 'ifUncertain' | 'sourceChanges'> {
	agent: string;
	timeout?: number;
}

export function retrainAndWaitCommand(terminal: Terminal): Command {
	const option = (
		field: 'waitUntil' | 'ifActive' | 'ifUncertain' | 'sourceChanges',
		flags: string,
		description: string,
	) => choiceOption('retrain-and-wait', field, flags, description);
	const command = new Command('retrain-and-wait')
		.description('start a training run of an agent, or adopt the active one, and wait for it')
		.requiredOption('--agent <id>', 'the agent to retrain')
		.addOption(option('waitUntil', '--wait-until <event>', 'wait until the agent can chat, or until the run has ended'))
		.addOption(option('ifActive', '--if-active <what>', 'when a run is active: follow it, start one after it, or fail'))
		.addOption(option('ifUncertain', '--if-uncertain <what>', WHEN_UNCERTAIN))
		.addOption(option('sourceChanges', '--source-changes <how>', WHAT_CHANGED))
		.addOption(
			numberOption(
				'retrain-and-wait',
				'timeoutSeconds',
				'--timeout <seconds>',
				'stop waiting after this number of seconds; the run itself continues',
			),
		)
		.action((options: RetrainOptions) => runTask('retrain-and-wait', inputOf(options), options, terminal));
	return addTaskOptions(command);
}

function inputOf(options: RetrainOptions): EveryField<'retrain-and-wait'> {
	const { connection, agent, waitUntil, ifActive, ifUncertain, sourceChanges, timeout } = options;
	return {
		version: 1,
		connection,
		agentId: agent,
		waitUntil,
		ifActive,
		ifUncertain,
		sourceChanges,
		timeoutSeconds: timeout,
	};
}

export interface NightlyRetrainOptions extends Pick<
	NightlyRetrainInput,
	'waitUntil' | 'ifActive' | 'ifUncertain' | 'sourceChanges'
> {
	connection: string;
	agents?: string[];
	atOnce: number;
	agentTimeout: number;
}

export function nightlyRetrainCommand(terminal: Terminal): Command {
	const command = new Command('nightly-retrain')
		.description('retrain all agents or the named ones, a few at a time')
		.action((options: NightlyRetrainOptions & TaskOptions) =>
			runTask('nightly-retrain', nightlyRetrainInput(options), options, terminal),
		);
	return addTaskOptions(addNightlyRetrainOptions(command));
}

/** The options of the task except the connection. A schedule of it has the same. */
export function addNightlyRetrainOptions(command: Command): Command {
	const type = 'nightly-retrain';
	const whenDone = 'when an agent is done: it can chat, or its run has ended';
	const whenActive = 'when a run of an agent is active: follow it, start one after it, or fail';
	const giveUp = 'give up on an agent after this number of seconds';
	return command
		.option('--agents <ids>', 'the agents, separated by commas; default: all that the key can access', listOf)
		.addOption(choiceOption(type, 'waitUntil', '--wait-until <event>', whenDone))
		.addOption(choiceOption(type, 'ifActive', '--if-active <what>', whenActive))
		.addOption(choiceOption(type, 'ifUncertain', '--if-uncertain <what>', WHEN_UNCERTAIN))
		.addOption(choiceOption(type, 'sourceChanges', '--source-changes <how>', WHAT_CHANGED))
		.addOption(numberOption(type, 'atOnce', '--at-once <count>', 'how many agents train at the same time'))
		.addOption(numberOption(type, 'agentTimeoutSeconds', '--agent-timeout <seconds>', giveUp));
}

export function nightlyRetrainInput(options: NightlyRetrainOptions): EveryField<'nightly-retrain'> {
	const { connection, agents, waitUntil, ifActive, ifUncertain, sourceChanges, atOnce, agentTimeout } = options;
	return {
		version: 1,
		connection,
		agentIds: agents,
		waitUntil,
		ifActive,
		ifUncertain,
		sourceChanges,
		atOnce,
		agentTimeoutSeconds: agentTimeout,
	};
}
