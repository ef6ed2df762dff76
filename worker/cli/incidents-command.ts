import { Command } from 'commander';
import type { z } from 'zod';
import { incidentsSchema } from '../gateway/schemas';
import { addGatewayOptions, gatewayClient, type GatewayOptions } from './options';
import { type Screen, timeInColumn, timesHead } from './screen';
import { listTable } from './table';
import { printResult, type ResultOptions, type Terminal } from './terminal';

type Incidents = z.output<typeof incidentsSchema>;

/** `agent-knowledge incidents` */
export function incidentsCommand(terminal: Terminal): Command {
	const command = new Command('incidents').description(
		'show what is wrong now, since when, what it blocks and what to do, and what works again',
	);
	return addGatewayOptions(command)
		.option('--json', 'print JSON')
		.action(async (options: GatewayOptions & ResultOptions) => {
			const incidents = await gatewayClient(options, terminal).ask(incidentsSchema, {
				method: 'GET',
				path: '/v1/incidents',
			});
			printResult(terminal, options, incidents, () => textOf(incidents, terminal.screen));
		});
}

function textOf({ open, recovered }: Incidents, screen: Screen | null): string {
	return [
		open.length === 0 ? 'Nothing is wrong.' : openTable(open, screen),
		...(recovered.length === 0
			? []
			: ['', 'Works again, within the last 24 hours:', recoveredTable(recovered, screen)]),
	].join('\n');
}

function openTable(open: Incidents['open'], screen: Screen | null): string {
	const rows = open.map(({ connection, title, reason, since, blocks, todo }) => [
		connection,
		timeInColumn(since, screen),
		[title, reason].filter((text) => text !== '').join('\n'),
		Object.entries(blocks)
			.flatMap(([what, count]) => (count === 0 ? [] : [`${count} ${count === 1 ? what.slice(0, -1) : what}`]))
			.join(', '),
		todo,
	]);
	return listTable(['Connection', timesHead('Since', screen), 'Wrong', 'Blocks', 'What to do'], rows, screen);
}

function recoveredTable(recovered: Incidents['recovered'], screen: Screen | null): string {
	const rows = recovered.map(({ connection, title, since, recoveredAt }) => [
		connection ?? '',
		title,
		timeInColumn(since, screen),
		timeInColumn(recoveredAt, screen),
	]);
	return listTable(['Connection', 'What', timesHead('Since', screen), timesHead('Until', screen)], rows, screen);
}
