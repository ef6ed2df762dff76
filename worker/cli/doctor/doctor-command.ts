import { Command } from 'commander';
import { configOption } from '../options';
import type { Terminal } from '../terminal';
import type { DoctorOptions } from './doctor';
import { requireGlibc } from '../require-glibc';

/** `agent-knowledge doctor`: what is wrong, and what to do about it. */
export function doctorCommand(terminal: Terminal): Command {
	return new Command('doctor')
		.description(
			'check everything that the configuration names: Temporal, queues, keys, files, destinations, mail, gateway, clock',
		)
		.addOption(configOption())
		.option('--json', 'print JSON')
		.action(async (options: DoctorOptions) => {
			requireGlibc();
			const { doctor } = await import('./doctor.js');
			await doctor(options, terminal);
		});
}
