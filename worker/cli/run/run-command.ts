import { Command } from 'commander';
import type { Terminal } from '../terminal';
import { addSourcesCommand } from './add-sources';
import { leadExportCommand, leadSyncCommand } from './leads';
import { emailSendWithReviewCommand } from './email-send-with-review';
import { nightlyRetrainCommand, retrainAndWaitCommand } from './retrain';

/** `agent-knowledge run <task>`: starts a task and follows it. */
export function runCommand(terminal: Terminal): Command {
	const run = new Command('run').description('start a task and follow it to its end');
	for (const task of [
		retrainAndWaitCommand,
		leadExportCommand,
		nightlyRetrainCommand,
		addSourcesCommand,
		emailSendWithReviewCommand,
		leadSyncCommand,
	])
		run.addCommand(task(terminal));
	return run;
}
