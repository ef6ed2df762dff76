import { Command } from 'commander';
import { z } from 'zod';
import {
	backfillStartedSchema,
	type ScheduleBody,
	type ScheduleListItem,
	type ScheduleSaved,
	scheduleListSchema,
	scheduleSavedSchema,
	scheduleViewSchema,
	type ScheduleWithLinks,
} from '../../gateway/schemas';
import { type GatewayClient, idInPath } from '../gateway-client';
import { addGatewayOptions, gatewayClient, type GatewayOptions } from '../options';
import { type Screen, timeInColumn, timesHead, timeText } from '../screen';
import { detailTable, listTable } from '../table';
import { uncheckedLines } from '../../gateway/console/words/unchecked-words';
import { printResult, type ResultOptions, type Terminal } from '../terminal';

export interface ScheduleOptions extends GatewayOptions, ResultOptions {
	note?: string;
	key?: string;
}

interface About {
	name: string;
	description: string;
	/** The text for a person. JSON has everything. */
	showsText: (schedule: ScheduleWithLinks, screen: Screen | null) => string;
}

/** A command about one schedule, which prints what it is afterwards. */
export function scheduleCommand(
	terminal: Terminal,
	{ name, description, showsText }: About,
	run: (client: ScheduleClient, id: string, options: ScheduleOptions) => Promise<ScheduleWithLinks>,
): Command {
	const command = new Command(name)
		.description(description)
		.argument('<id>', 'the name of the schedule')
		.option('--json', 'print JSON')
		.action(async (id: string, options: ScheduleOptions) => {
			const schedule = await run(scheduleClient(options, terminal), id, options);
			printResult(terminal, options, schedule, () => showsText(schedule, terminal.screen));
		});
	return addGatewayOptions(command);
}

export function scheduleClient(options: GatewayOptions, terminal: Terminal): ScheduleClient {
	return new ScheduleClient(gatewayClient(options, terminal));
}

/** The gateway's routes for schedules. */
export class ScheduleClient {
	constructor(private readonly gateway: GatewayClient) {}

	save(id: string, body: ScheduleBody) {
		return this.gateway.ask(scheduleSavedSchema, { method: 'PUT', path: pathOf(id), body });
	}

	list() {
		return this.gateway.ask(scheduleListSchema, { method: 'GET', path: '/v1/schedules' });
	}

	show(id: string) {
		return this.gateway.ask(scheduleViewSchema, { method: 'GET', path: pathOf(id) });
	}

	async delete(id: string): Promise<void> {
		await this.gateway.ask(z.null(), { method: 'DELETE', path: pathOf(id) });
	}

	/** @param note why, for people */
	turn(id: string, action: 'pause' | 'resume', note?: string) {
		const body = note === undefined ? {} : { note };
		return this.gateway.ask(scheduleViewSchema, { method: 'POST', path: `${pathOf(id)}/${action}`, body });
	}

	runNow(id: string, key: string) {
		return this.gateway.ask(scheduleViewSchema, { method: 'POST', path: `${pathOf(id)}/run-now`, key });
	}

	/** @param span ISO 8601 */
	backfill(id: string, span: { from: string; to: string }, key: string) {
		const path = `${pathOf(id)}/backfill`;
		return this.gateway.ask(backfillStartedSchema, { method: 'POST', path, key, body: span });
	}
}

function pathOf(id: string): string {
	return `/v1/schedules/${idInPath('the name of a schedule', id)}`;
}

/** A table of schedules. */
export function scheduleTable(schedules: readonly ScheduleListItem[], screen: Screen | null): string {
	const rows = schedules.map((schedule) => [
		schedule.id,
		schedule.type,
		schedule.connection,
		whenOf(schedule),
		schedule.paused ? 'paused' : timesIn(schedule.next.slice(0, 1), screen),
		schedule.recent.at(-1)?.taskId ?? '',
	]);
	const head = ['Schedule', 'Task', 'Connection', 'When', timesHead('Next', screen), 'Last run'];
	return listTable(head, rows, screen);
}

function timesIn(times: readonly string[], screen: Screen | null): string {
	return times.map((time) => timeInColumn(time, screen)).join('\n');
}

/** Everything about one schedule, for a person. */
export function scheduleDetails(schedule: ScheduleWithLinks, screen: Screen | null): string {
	const { counts, note, running, recent, updatedAt, clockWarnings, finishBy, warnMinutes } = schedule;
	return detailTable(
		[
			['Schedule', schedule.id],
			['Task', schedule.type],
			['When', whenOf(schedule)],
			['State', schedule.paused ? 'paused' : 'active'],
			['Done by', finishBy === null ? null : `${finishBy}, told ${warnMinutes} minutes before at the latest`],
			['Note', note],
			[
				'Next',
				schedule.next
					.slice(0, 5)
					.map((time) => timeText(time, screen))
					.join('\n'),
			],
			['Clock', clockWarnings.join('\n')],
			['Running', running.join('\n')],
			['Runs', recent.map(({ dueAt, taskId }) => `${timeText(dueAt, screen)}  ${taskId}`).join('\n')],
			['Counts', `${counts.started} started, ${counts.missed} missed, ${counts.skipped} skipped`],
			['Input', JSON.stringify(schedule.input, null, 2)],
			['Created', timeText(schedule.createdAt, screen)],
			['Changed', updatedAt === null ? null : timeText(updatedAt, screen)],
		],
		screen,
	);
}

/** When it runs next, in one sentence. */
export function nextText({ id, paused, next: [next] }: ScheduleListItem, screen: Screen | null): string {
	if (paused) return `${id} is paused.`;
	return `${id} runs next at ${next === undefined ? 'no time' : timeText(next, screen)}.`;
}

/** When a saved schedule runs next, what clock changes do to it, and what was not checked. */
export function savedText(schedule: ScheduleSaved, screen: Screen | null): string {
	return [nextText(schedule, screen), ...schedule.clockWarnings, ...uncheckedLines(schedule.warnings)].join('\n');
}

function whenOf({ cron, timeZone, jitterSeconds }: ScheduleListItem): string {
	const jitter = jitterSeconds > 0 ? `, up to ${jitterSeconds} s late` : '';
	return `${cron.join('; ')} (${timeZone}${jitter})`;
}
