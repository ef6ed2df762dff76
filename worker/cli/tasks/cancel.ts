import { Command } from 'commander';
import { actOnMany, addManyOptions, checkChoice, type ManyOptions } from '../bulk/act-on-many';
import { addBulkFilters, hasBulkFilters } from '../filters';
import { gatewayClient } from '../options';
import { endText } from '../task-text';
import { CommandError, EXIT, type Terminal } from '../terminal';
import { followTask, watch } from '../watch-tasks';
import { printEach, throwIfRefused, withEachTask } from './each-task';

type CancelOptions = ManyOptions;

export function cancelCommand(terminal: Terminal): Command {
	const command = new Command('cancel')
		.description('ask tasks to stop')
		.argument('[ids...]', 'ids of tasks; default: those of a filter');
	return addManyOptions(addBulkFilters(command))
		.option('--wait', 'wait until they have ended; exit code 1 unless all were cancelled')
		.option('--json', 'print JSON')
		.action((ids: string[], options: CancelOptions) => cancel(ids, options, terminal));
}

/** @throws CommandError if it waits and a task ends otherwise: a mail that was sent before is not stopped */
async function cancel(ids: string[], options: CancelOptions, terminal: Terminal): Promise<void> {
	checkChoice(ids, hasBulkFilters(options), 'tasks');
	if (ids.length === 0) return actOnMany({ action: 'cancel', target: 'tasks' }, { ...options, wait: true }, terminal);
	const client = gatewayClient(options, terminal);
	const asked = await withEachTask(ids, terminal, (id) => client.cancel(id));
	const open = asked.items.filter(({ answer }) => answer.status === 'running');
	if (options.wait && open.length > 0) {
		const howToContinue = open.map(({ id }) => `  agent-knowledge tasks show ${id}`).join('\n');
		await watch(terminal, howToContinue, (watching) =>
			Promise.all(
				open.map(async (item) => {
					item.answer = await followTask(client, item.id, watching);
				}),
			),
		);
	}
	printEach(terminal, options, asked, (task) => {
		if (task.status === 'running') return `Asked ${task.id} to stop.`;
		return asked.items.length === 1 ? endText(task) : `${task.id}: ${endText(task)}`;
	});
	throwIfRefused(asked);
	if (options.wait && asked.items.some(({ answer }) => answer.status !== 'cancelled'))
		throw new CommandError('', EXIT.failed);
}
