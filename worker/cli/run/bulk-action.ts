import { Command } from 'commander';
import { addBulkFilters, type Filters, filterOf } from '../filters';
import type { Terminal } from '../terminal';
import type { BulkActionInput } from '../../../workflows/bulk-action/contract';
import { choiceOption, numberOption } from './field-option';
import { addStartOptions, type EveryField, runTask, type StartOptions } from './run-task';

interface BulkOptions extends StartOptions, Filters, Pick<BulkActionInput, 'action' | 'target' | 'atOnce'> {
	selection?: string;
}

export function bulkActionCommand(terminal: Terminal): Command {
	const type = 'bulk-action';
	const command = new Command(type)
		.description('do the same with many tasks, syncs or schedules')
		.addOption(choiceOption(type, 'action', '--action <what>', 'what to do with each').makeOptionMandatory())
		.addOption(choiceOption(type, 'target', '--target <what>', 'what the rows are'));
	return addStartOptions(
		addBulkFilters(command)
			.option('--selection <digest>', 'the digest of a preview: only its rows')
			.addOption(numberOption(type, 'atOnce', '--at-once <count>', 'retried tasks of a connection at the same time'))
			.action((options: BulkOptions) => runTask(type, inputOf(options), options, terminal)),
	);
}

function inputOf(options: BulkOptions): EveryField<'bulk-action'> {
	const { action, target, atOnce, selection } = options;
	return { version: 1, action, target, ...filterOf(options), selection, atOnce };
}
