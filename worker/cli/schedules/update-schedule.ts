import type { Command } from 'commander';
import { scheduleBodySchema } from '../../gateway/schemas';
import { CommandError, EXIT } from '../exit-codes';
import type { Terminal } from '../terminal';
import { scheduleCommand, type ScheduleOptions } from './schedule-command';
import type { ScheduleClient } from './schedule-client';
import { nextText } from './schedule-text';
import { addTimingOptions, type TimingOptions } from './timing-options';

/** `agent-knowledge schedules update <id>`: another time, the same task. */
export function updateScheduleCommand(terminal: Terminal): Command {
	const about = {
		name: 'update',
		description: 'change when a schedule runs; what it begins is changed by create with the same name',
		showsText: nextText,
	};
	return addTimingOptions(scheduleCommand(terminal, about, update), { create: false });
}

async function update(client: ScheduleClient, id: string, options: ScheduleOptions & TimingOptions) {
	const { cron, timeZone, jitter, note } = options;
	if ([cron, timeZone, jitter, note].every((each) => each === undefined))
		throw new CommandError('Name what changes: --cron, --time-zone, --jitter or --note.', EXIT.badUsage);
	const { type, input, ...before } = await client.show(id);
	const body = scheduleBodySchema.safeParse({
		type,
		input,
		cron: cron ?? before.cron,
		timeZone: timeZone ?? before.timeZone,
		jitterSeconds: jitter ?? before.jitterSeconds,
		...(note === undefined ? {} : { note }),
	});
	if (body.success) return client.save(id, body.data);
	const { message = '' } = body.error.issues[0] ?? {};
	throw new CommandError(`The schedule ${id} cannot be changed so: ${message}.`, EXIT.badUsage);
}
