import { Command } from 'commander';
import type { ScheduleBody } from '../../gateway/schemas';
import { addGatewayOptions } from '../gateway-options';
import { printResult } from '../result';
import { addLeadExportOptions, leadExportInput, type LeadExportOptions } from '../run/lead-export';
import { addNightlyRetrainOptions, nightlyRetrainInput, type NightlyRetrainOptions } from '../run/nightly-retrain';
import type { Terminal } from '../terminal';
import { scheduleClient, type ScheduleOptions } from './schedule-command';
import { nextText } from './schedule-text';
import { addTimingOptions, type TimingOptions } from './timing-options';

interface CreateOptions extends ScheduleOptions, TimingOptions {
	cron: string[];
	paused?: boolean;
}

/** `agent-knowledge schedules create <task> <id>`: makes a schedule, or puts it in place of the one of the same name. */
export function createScheduleCommand(terminal: Terminal): Command {
	return new Command('create')
		.description('begin a task by the clock; the same name again changes the schedule')
		.addCommand(nightlyRetrainSchedule(terminal))
		.addCommand(leadExportSchedule(terminal));
}

function nightlyRetrainSchedule(terminal: Terminal): Command {
	const command = scheduleOf('nightly-retrain', 'retrain agents by the clock').action(
		(id: string, options: CreateOptions & NightlyRetrainOptions) =>
			save(id, { type: 'nightly-retrain', input: nightlyRetrainInput(options) }, options, terminal),
	);
	return addNightlyRetrainOptions(command);
}

function leadExportSchedule(terminal: Terminal): Command {
	const command = scheduleOf(
		'lead-export',
		'export leads by the clock; --last-days goes with the day of each run',
	).action((id: string, options: CreateOptions & LeadExportOptions) =>
		save(id, { type: 'lead-export', input: leadExportInput(options) }, options, terminal),
	);
	return addLeadExportOptions(command);
}

function scheduleOf(type: ScheduleBody['type'], description: string): Command {
	const command = new Command(type)
		.description(description)
		.argument('<id>', 'the name of the schedule')
		.requiredOption('--connection <name>', "a connection of the worker's configuration")
		.option('--paused', 'make it without beginning any run')
		.option('--no-paused', 'make it active, also when it was paused')
		.option('--json', 'print JSON');
	return addGatewayOptions(addTimingOptions(command, { create: true }));
}

type What = ScheduleBody extends infer Body
	? Body extends ScheduleBody
		? Pick<Body, 'type' | 'input'>
		: never
	: never;

async function save(id: string, what: What, options: CreateOptions, terminal: Terminal): Promise<void> {
	const { cron, timeZone, jitter: jitterSeconds, paused, note } = options;
	const schedule = await scheduleClient(options, terminal).save(id, {
		...what,
		cron,
		timeZone,
		jitterSeconds,
		paused,
		note,
	});
	printResult(terminal, options, schedule, () => nextText(schedule));
}
