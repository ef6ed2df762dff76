import { Command } from 'commander';
import type { ScheduleWithLinks } from '../../gateway/schemas';
import { addGatewayOptions, gatewayClient, type GatewayOptions } from '../gateway-options';
import { printResult, type ResultOptions } from '../result';
import type { Terminal } from '../terminal';
import { ScheduleClient } from './schedule-client';

export interface ScheduleOptions extends GatewayOptions, ResultOptions {
	note?: string;
	key?: string;
}

interface About {
	name: string;
	description: string;
	/** What a person is told; JSON has everything. */
	showsText: (schedule: ScheduleWithLinks) => string;
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
			printResult(terminal, options, schedule, () => showsText(schedule));
		});
	return addGatewayOptions(command);
}

export function scheduleClient(options: GatewayOptions, terminal: Terminal): ScheduleClient {
	return new ScheduleClient(gatewayClient(options, terminal.env));
}
