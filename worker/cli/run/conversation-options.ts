import type { Command } from 'commander';
import type { LeadExportInput } from '../../../workflows/export/contract';
import { choiceOption, numberOption } from './field-option';

export type ConversationOptions = Pick<LeadExportInput, 'conversation' | 'conversationSize'>;

/** The options that say what leads bring of their conversation. Every task of leads has the same. */
export function addConversationOptions(command: Command): Command {
	const size = 'the most characters of a conversation';
	return command
		.addOption(
			choiceOption('lead-export', 'conversation', '--conversation <form>', 'what leads bring of their conversation'),
		)
		.addOption(numberOption('lead-export', 'conversationSize', '--conversation-size <characters>', size));
}

/** The part of an input. */
export function conversationIn({ conversation, conversationSize }: ConversationOptions) {
	return { conversation, conversationSize };
}
