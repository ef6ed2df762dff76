import { Command, Option } from 'commander';
import { TASK_TYPES, type TaskType } from '../../../workflows/contracts';
import { CommandError, EXIT } from '../exit-codes';
import { followTask } from '../follow-task';
import { gatewayClient, type GatewayOptions } from '../gateway-options';
import { printResult, type ResultOptions } from '../result';
import { endText } from '../task-text';
import type { Terminal } from '../terminal';
import { watch, watchAll } from '../watch-tasks';

interface WatchOptions extends GatewayOptions, ResultOptions {
	type?: TaskType;
}

export function watchCommand(terminal: Terminal): Command {
	return new Command('watch')
		.description('follow tasks until they have ended; without an id all that run, and those that begin meanwhile')
		.argument('[ids...]')
		.addOption(new Option('--type <type>', 'of all, only those of this type').choices(TASK_TYPES))
		.option('--json', 'print JSON at the end')
		.action((ids: string[], options: WatchOptions) => watchTasks(ids, options, terminal));
}

/** @throws CommandError when one of them did not complete */
async function watchTasks(ids: string[], options: WatchOptions, terminal: Terminal): Promise<void> {
	const client = gatewayClient(options, terminal.env);
	// A wrong id is told before anything is drawn.
	for (const id of ids) await client.read(id);
	const items = await watch(terminal, '  agent-knowledge tasks watch', (watching) =>
		ids.length === 0
			? watchAll(client, options.type, watching)
			: Promise.all(ids.map((id) => followTask(client, id, watching))),
	);
	printResult(terminal, options, { items }, () =>
		items.length === 0 ? 'No task runs.' : items.map((task) => `${task.id}: ${endText(task)}`).join('\n'),
	);
	if (items.some(({ status }) => status !== 'completed')) throw new CommandError('', EXIT.failed);
}
