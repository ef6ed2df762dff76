import { Command } from 'commander';
import type { ConversationExportInput } from '../../../workflows/conversation-export/contract';
import { addExportOptions, exportToFile, type ExportOptions, outOption, periodOf } from './export-options';
import { choiceOption } from './field-option';
import { addTaskOptions, type EveryField, type TaskOptions } from './run-task';
import type { Terminal } from '../terminal';

export interface ConversationExportOptions
	extends ExportOptions, Pick<ConversationExportInput, 'format' | 'spreadsheet' | 'channel' | 'state' | 'partition'> {}

type RunOptions = TaskOptions & ConversationExportOptions & { out?: string };

export function conversationExportCommand(terminal: Terminal): Command {
	const command = new Command('conversation-export')
		.description('export the conversations of one, several or all agents with their messages into a file')
		.addOption(outOption())
		.action((options: RunOptions) =>
			exportToFile('conversation-export', conversationExportInput(options), options, terminal),
		);
	return addTaskOptions(addConversationExportOptions(command));
}

/** The options of the task except the connection. A schedule of it has the same. */
export function addConversationExportOptions(command: Command): Command {
	return addExportOptions('conversation-export', command)
		.option('--channel <name>', 'only conversations of this channel, with the name that the service uses')
		.addOption(choiceOption('conversation-export', 'state', '--state <state>', 'only conversations in this state'))
		.addOption(
			choiceOption('conversation-export', 'partition', '--partition <how>', 'day: a file per day, in a bucket'),
		);
}

export function conversationExportInput({
	connection,
	channel,
	state,
	partition,
	...options
}: ConversationExportOptions): EveryField<'conversation-export'> {
	const { format, spreadsheet, bucket, agents: agentIds } = options;
	return {
		version: 1,
		connection,
		agentIds,
		...periodOf(options),
		channel,
		state,
		format,
		spreadsheet,
		bucket,
		partition,
	};
}
