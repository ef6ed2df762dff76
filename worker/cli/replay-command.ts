import { Command } from 'commander';
import { configOption } from './options';
import type { ReplayOptions } from './replay';
import type { Terminal } from './terminal';
import { requireGlibc } from './require-glibc';

/** `agent-knowledge replay --open`, or `replay <files...>` */
export function replayCommand(terminal: Terminal): Command {
	return new Command('replay')
		.description("before a deployment: replay workflows with this version's code")
		.argument('[files...]', 'histories, as `temporal workflow show --output json` saves them')
		.option('--open', 'all open workflows')
		.option('--bundle <file>', "the workflow bundle of another version; default: this version's")
		.addOption(configOption())
		.option('--json', 'print JSON')
		.action(async (files: string[], options: ReplayOptions) => {
			requireGlibc();
			const { replay } = await import('./replay.js');
			await replay(files, options, terminal);
		});
}
