import { Command } from 'commander';
import type { TaskType } from '../../../workflows/contracts';
import type { Terminal } from '../terminal';
import { addSourcesCommand } from './add-sources';
import { bulkActionCommand } from './bulk-action';
import { conversationSyncCommand } from './conversation-sync';
import { conversationExportCommand } from './conversations';
import { knowledgeSyncCommand } from './knowledge-sync';
import { forEachConnectionCommand } from './for-each-connection';
import { leadExportCommand, leadSyncCommand } from './leads';
import { emailSendWithReviewCommand } from './email-send-with-review';
import { nightlyRetrainCommand, retrainAndWaitCommand } from './retrain';
import { weeklyReportCommand } from './weekly-report';

const commands: Record<TaskType, (terminal: Terminal) => Command> = {
	'retrain-and-wait': retrainAndWaitCommand,
	'lead-export': leadExportCommand,
	'conversation-export': conversationExportCommand,
	'conversation-sync': conversationSyncCommand,
	'nightly-retrain': nightlyRetrainCommand,
	'knowledge-sync': knowledgeSyncCommand,
	'add-sources': addSourcesCommand,
	'email-send-with-review': emailSendWithReviewCommand,
	'lead-sync': leadSyncCommand,
	'for-each-connection': forEachConnectionCommand,
	'bulk-action': bulkActionCommand,
	'weekly-report': weeklyReportCommand,
};

/** `agent-knowledge run <task>`: starts a task and follows it. */
export function runCommand(terminal: Terminal): Command {
	const run = new Command('run').description('start a task and follow it to its end');
	for (const command of Object.values(commands)) run.addCommand(command(terminal));
	return run;
}
