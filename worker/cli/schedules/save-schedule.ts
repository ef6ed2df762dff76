import { Command, InvalidArgumentError } from 'commander';
import { type ScheduleBody, scheduleBodySchema } from '../../gateway/schemas';
import { addGatewayOptions, oneMore } from '../options';
import {
	addConversationExportOptions,
	conversationExportInput,
	type ConversationExportOptions,
} from '../run/conversations';
import {
	addForEachConnectionOptions,
	forEachConnectionInput,
	type ForEachConnectionOptions,
} from '../run/for-each-connection';
import { addKnowledgeSyncOptions, knowledgeSyncInput, type KnowledgeSyncOptions } from '../run/knowledge-sync';
import { addLeadExportOptions, leadExportInput, type LeadExportOptions } from '../run/leads';
import { addNightlyRetrainOptions, nightlyRetrainInput, type NightlyRetrainOptions } from '../run/retrain';
import { addWeeklyReportOptions, weeklyReportInput, type WeeklyReportOptions } from '../run/weekly-report';
import { CommandError, EXIT, printResult, type Terminal } from '../terminal';
import {
	savedText,
	scheduleClient,
	type ScheduleClient,
	scheduleCommand,
	type ScheduleOptions,
} from './schedule-command';

interface CreateOptions extends ScheduleOptions, TimingOptions {
	cron: string[];
	paused?: boolean;
}

/** `agent-knowledge schedules create <task> <id>`: creates a schedule, or replaces the one of the same name. */
export function createScheduleCommand(terminal: Terminal): Command {
	return new Command('create')
		.description('create a schedule that starts a task; the same name changes the existing schedule')
		.addCommand(nightlyRetrainSchedule(terminal))
		.addCommand(leadExportSchedule(terminal))
		.addCommand(conversationExportSchedule(terminal))
		.addCommand(knowledgeSyncSchedule(terminal))
		.addCommand(forEachConnectionSchedule(terminal))
		.addCommand(weeklyReportSchedule(terminal));
}

function nightlyRetrainSchedule(terminal: Terminal): Command {
	const command = scheduleOf('nightly-retrain', 'retrain agents on a schedule').action(
		(id: string, options: CreateOptions & NightlyRetrainOptions) =>
			save(id, { type: 'nightly-retrain', input: nightlyRetrainInput(options) }, options, terminal),
	);
	return addNightlyRetrainOptions(command);
}

function leadExportSchedule(terminal: Terminal): Command {
	const command = scheduleOf(
		'lead-export',
		'export leads on a schedule; --last-days ends with the day of each run',
	).action((id: string, options: CreateOptions & LeadExportOptions) =>
		save(id, { type: 'lead-export', input: leadExportInput(options) }, options, terminal),
	);
	return addLeadExportOptions(command);
}

function conversationExportSchedule(terminal: Terminal): Command {
	const command = scheduleOf(
		'conversation-export',
		'export conversations on a schedule; --last-days ends with the day of each run',
	).action((id: string, options: CreateOptions & ConversationExportOptions) =>
		save(id, { type: 'conversation-export', input: conversationExportInput(options) }, options, terminal),
	);
	return addConversationExportOptions(command);
}

function knowledgeSyncSchedule(terminal: Terminal): Command {
	const command = scheduleOf(
		'knowledge-sync',
		'keep an agent in step on a schedule; --url is fetched in each run, and an uploaded file expires',
	).action(async (id: string, options: CreateOptions & KnowledgeSyncOptions) =>
		save(id, { type: 'knowledge-sync', input: await knowledgeSyncInput(options, terminal) }, options, terminal),
	);
	return addKnowledgeSyncOptions(command);
}

function forEachConnectionSchedule(terminal: Terminal): Command {
	const command = timedCommand(
		'for-each-connection',
		'give each connection of a selector a task on a schedule; each run covers those that have the labels then',
	).action((id: string, options: CreateOptions & ForEachConnectionOptions) =>
		save(id, { type: 'for-each-connection', input: forEachConnectionInput(options) }, options, terminal),
	);
	return addForEachConnectionOptions(command);
}

function weeklyReportSchedule(terminal: Terminal): Command {
	const command = scheduleOf(
		'weekly-report',
		'report on a schedule; each run is about the seven days before it',
	).action((id: string, options: CreateOptions & WeeklyReportOptions) =>
		save(id, { type: 'weekly-report', input: weeklyReportInput(options) }, options, terminal),
	);
	return addWeeklyReportOptions(command);
}

function scheduleOf(type: ScheduleBody['type'], description: string): Command {
	return timedCommand(type, description).requiredOption(
		'--connection <name>',
		"a connection of the worker's configuration",
	);
}

function timedCommand(type: ScheduleBody['type'], description: string): Command {
	const command = new Command(type)
		.description(description)
		.argument('<id>', 'the name of the schedule')
		.option('--paused', 'save it paused, so that no run starts')
		.option('--no-paused', 'save it active, even if it was paused')
		.option('--json', 'print JSON');
	return addGatewayOptions(addTimingOptions(command, { create: true }));
}

type What = ScheduleBody extends infer Body
	? Body extends ScheduleBody
		? Pick<Body, 'type' | 'input'>
		: never
	: never;

async function save(id: string, what: What, options: CreateOptions, terminal: Terminal): Promise<void> {
	const { cron, timeZone, jitter: jitterSeconds, paused, note, finishBy, warnMinutes } = options;
	const schedule = await scheduleClient(options, terminal).save(id, {
		...what,
		cron,
		timeZone,
		jitterSeconds,
		paused,
		note,
		finishBy,
		warnMinutes,
	});
	printResult(terminal, options, schedule, () => savedText(schedule, terminal.screen));
}

/** `agent-knowledge schedules update <id>`: another time, the same task. */
export function updateScheduleCommand(terminal: Terminal): Command {
	const about = {
		name: 'update',
		description: 'change when a schedule runs; to change what it starts, use create with the same name',
		showsText: savedText,
	};
	return addTimingOptions(scheduleCommand(terminal, about, update), { create: false });
}

async function update(client: ScheduleClient, id: string, options: ScheduleOptions & TimingOptions) {
	const { cron, timeZone, jitter, note, finishBy, warnMinutes } = options;
	if ([cron, timeZone, jitter, note, finishBy, warnMinutes].every((each) => each === undefined))
		throw new CommandError(
			'Nothing to change. Name at least one of --cron, --time-zone, --jitter, --note, --finish-by and --warn-minutes.',
			EXIT.badUsage,
		);
	const { type, input, ...before } = await client.show(id);
	const body = scheduleBodySchema.safeParse({
		type,
		input,
		cron: cron ?? before.cron,
		timeZone: timeZone ?? before.timeZone,
		jitterSeconds: jitter ?? before.jitterSeconds,
		finishBy: finishBy ?? before.finishBy ?? undefined,
		warnMinutes: warnMinutes ?? before.warnMinutes ?? undefined,
		...(note === undefined ? {} : { note }),
	});
	if (body.success) return client.save(id, body.data);
	const { message = '' } = body.error.issues[0] ?? {};
	throw new CommandError(`The schedule ${id} was not changed: ${message}.`, EXIT.badUsage);
}

/** When a schedule starts its runs. */
interface TimingOptions {
	cron?: string[];
	timeZone?: string;
	jitter?: number;
	note?: string;
	finishBy?: string;
	warnMinutes?: number;
}

const CRON_HELP = 'minute, hour, day of month, month, day of week; may be given several times';

function addTimingOptions(command: Command, { create }: { create: boolean }): Command {
	if (create) command.requiredOption('--cron <line>', CRON_HELP, oneMore);
	else command.option('--cron <line>', CRON_HELP, oneMore);
	return command
		.option('--time-zone <name>', `time zone of the cron lines, such as Europe/Berlin${create ? '; default: UTC' : ''}`)
		.option(
			'--jitter <seconds>',
			`start each run up to this number of seconds late${create ? '; default: 0' : ''}`,
			secondsOf,
		)
		.option(
			'--finish-by <time>',
			'send task.late if a run will probably not be done by this time of day, such as 06:00',
		)
		.option('--warn-minutes <minutes>', 'send it so long before at the latest; default: 30', minutesOf)
		.option('--note <text>', 'a note for people; not encrypted');
}

function minutesOf(text: string): number {
	if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError('It must be a whole number of minutes, 1 or more.');
	return Number(text);
}

function secondsOf(text: string): number {
	if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number of seconds, 0 or more.');
	return Number(text);
}
