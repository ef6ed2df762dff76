import { Command } from 'commander';
import type { ScheduleWithLinks } from '../../gateway/schemas';
import { actOnMany, addManyOptions, checkChoice, type ManyOptions } from '../bulk/act-on-many';
import { addBulkFilters, hasBulkFilters } from '../filters';
import { addGatewayOptions } from '../options';
import { keyedWrite } from '../keyed-write';
import { timeText } from '../screen';
import { printResult, type Terminal } from '../terminal';
import { createScheduleCommand, updateScheduleCommand } from './save-schedule';
import {
	nextText,
	scheduleClient,
	scheduleCommand,
	scheduleDetails,
	type ScheduleOptions,
	scheduleTable,
} from './schedule-command';

const KEY_HELP = 'the Idempotency-Key: a repeat with the same key starts nothing; default: a new one';

/** `agent-knowledge schedules create|update|list|show|pause|resume|run-now|backfill|delete` */
export function schedulesCommand(terminal: Terminal): Command {
	const schedules = new Command('schedules').description('create, show, change and run schedules');
	const commands = [createScheduleCommand, updateScheduleCommand, list, show, pause, resume, runNow, backfill, remove];
	for (const command of commands) schedules.addCommand(command(terminal));
	return schedules;
}

function list(terminal: Terminal): Command {
	const command = new Command('list')
		.description('list all schedules with their next times')
		.option('--json', 'print JSON')
		.action(async (options: ScheduleOptions) => {
			const { items } = await scheduleClient(options, terminal).list();
			printResult(terminal, options, { items }, () =>
				items.length === 0 ? 'No schedules.' : scheduleTable(items, terminal.screen),
			);
		});
	return addGatewayOptions(command);
}

function show(terminal: Terminal): Command {
	const about = { name: 'show', description: 'show one schedule', showsText: scheduleDetails };
	return scheduleCommand(terminal, about, (client, id) => client.show(id));
}

function pause(terminal: Terminal): Command {
	return pauseOrResume(terminal, 'pause', 'pause a schedule; active runs continue');
}

function resume(terminal: Terminal): Command {
	return pauseOrResume(terminal, 'resume', 'resume a schedule');
}

function pauseOrResume(terminal: Terminal, action: 'pause' | 'resume', description: string): Command {
	const command = new Command(action)
		.description(description)
		.argument('[id]', 'the name of the schedule; default: those of a filter')
		.option('--note <text>', 'the reason, for people; not encrypted');
	return addGatewayOptions(
		addManyOptions(addBulkFilters(command, 'schedules'))
			.option('--key <text>', 'with a filter: the Idempotency-Key; default: a new one')
			.option('--no-wait', 'with a filter: start it, print its id and end')
			.option('--json', 'print JSON')
			.action(async (id: string | undefined, options: ManyOptions & ScheduleOptions) => {
				checkChoice(id === undefined ? [] : [id], hasBulkFilters(options), 'a schedule');
				if (id === undefined) return actOnMany({ action, target: 'schedules' }, options, terminal);
				const schedule = await scheduleClient(options, terminal).turn(id, action, options.note);
				printResult(terminal, options, schedule, () => nextText(schedule, terminal.screen));
			}),
	);
}

function runNow(terminal: Terminal): Command {
	const showsText = ({ id, running, recent }: ScheduleWithLinks) =>
		`${id} runs now: ${running[0] ?? recent.at(-1)?.taskId ?? 'the task starts in a moment'}`;
	const about = { name: 'run-now', description: 'start a run now, unless one is active', showsText };
	return scheduleCommand(terminal, about, (client, id, options) =>
		keyedWrite(terminal, options.key, (key) => client.runNow(id, key)),
	).option('--key <text>', KEY_HELP);
}

function backfill(terminal: Terminal): Command {
	const command = new Command('backfill')
		.description('run the times of a past span, one after the other')
		.argument('<id>', 'the name of the schedule')
		.requiredOption('--from <time>', 'for example 2026-11-20T00:00:00Z')
		.requiredOption('--to <time>', 'for example 2026-11-21T00:00:00Z')
		.option('--key <text>', KEY_HELP)
		.option('--json', 'print JSON')
		.action(async (id: string, options: ScheduleOptions & { from: string; to: string }) => {
			const { key: given, from, to } = options;
			const client = scheduleClient(options, terminal);
			const begun = await keyedWrite(terminal, given, (key) => client.backfill(id, { from, to }, key));
			printResult(terminal, options, begun, () =>
				[
					`${begun.times.length} times run, one after the other:`,
					...begun.times.map((time) => timeText(time, terminal.screen)),
				].join('\n'),
			);
		});
	return addGatewayOptions(command);
}

function remove(terminal: Terminal): Command {
	const command = new Command('delete')
		.description('delete a schedule; tasks that it has started continue')
		.argument('<id>', 'the name of the schedule')
		.option('--json', 'print JSON')
		.action(async (id: string, options: ScheduleOptions) => {
			await scheduleClient(options, terminal).delete(id);
			printResult(terminal, options, { id, deleted: true }, () => `${id} is deleted.`);
		});
	return addGatewayOptions(command);
}
