import { type Command, InvalidArgumentError } from 'commander';

/** When a schedule begins its runs. */
export interface TimingOptions {
	cron?: string[];
	timeZone?: string;
	jitter?: number;
	note?: string;
}

const CRON_HELP = 'minute, hour, day of month, month, day of week; may be given several times';

export function addTimingOptions(command: Command, { create }: { create: boolean }): Command {
	if (create) command.requiredOption('--cron <line>', CRON_HELP, oneMore);
	else command.option('--cron <line>', CRON_HELP, oneMore);
	return command
		.option(
			'--time-zone <name>',
			`the zone that the cron line means, as Europe/Berlin${create ? '; default: UTC' : ''}`,
		)
		.option('--jitter <seconds>', `begin each run up to so many seconds late${create ? '; default: 0' : ''}`, secondsOf)
		.option('--note <text>', 'for people; not encrypted');
}

function oneMore(line: string, lines: string[] | undefined): string[] {
	return [...(lines ?? []), line];
}

function secondsOf(text: string): number {
	if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number of seconds, 0 or more.');
	return Number(text);
}
