import { Command, InvalidArgumentError } from 'commander';
import { addGatewayOptions } from '../gateway-options';
import { addNightlyRetrainOptions, nightlyRetrainInput, type NightlyRetrainOptions } from '../run/nightly-retrain';
import type { Terminal } from '../terminal';
import { scheduleClient, type ScheduleOptions } from './schedule-command';
import { nextText } from './schedule-text';

interface CreateOptions extends ScheduleOptions, NightlyRetrainOptions {
	cron: string[];
	timeZone: string;
	jitter: number;
	paused?: boolean;
}

/** `agent-knowledge schedules create`: makes a schedule of nightly-retrain, or changes the one of the same name. */
export function createScheduleCommand(terminal: Terminal): Command {
	const command = new Command('create')
		.description('retrain agents by the clock; the same name again changes the schedule')
		.argument('<id>', 'the name of the schedule')
		.requiredOption('--connection <name>', "a connection of the worker's configuration")
		.requiredOption(
			'--cron <line>',
			'minute, hour, day of month, month, day of week; may be given several times',
			(line: string, lines: string[] | undefined) => [...(lines ?? []), line],
		)
		.option('--time-zone <name>', 'the zone that the cron line means, for example Europe/Berlin', 'UTC')
		.option('--jitter <seconds>', 'begin each run up to so many seconds late', secondsOf, 0)
		.option('--paused', 'make it without beginning any run')
		.option('--no-paused', 'make it active, also when it was paused')
		.option('--note <text>', 'for people; not encrypted')
		.option('--json', 'print JSON')
		.action((id: string, options: CreateOptions) => create(id, options, terminal));
	return addGatewayOptions(addNightlyRetrainOptions(command));
}

async function create(id: string, options: CreateOptions, terminal: Terminal): Promise<void> {
	const { cron, timeZone, jitter: jitterSeconds, paused, note } = options;
	const input = nightlyRetrainInput(options);
	const body = { type: 'nightly-retrain' as const, input, cron, timeZone, jitterSeconds, paused, note };
	const schedule = await scheduleClient(options, terminal).save(id, body);
	terminal.result(options.json ? JSON.stringify(schedule, null, 2) : nextText(schedule));
}

function secondsOf(text: string): number {
	if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number of seconds, 0 or more.');
	return Number(text);
}
