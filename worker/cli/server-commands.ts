import { Command } from 'commander';
import type { Roles } from '../bootstrap';
import { configOption, type ConfigOptions } from './options';
import { requireGlibc } from './require-glibc';

/** `agent-knowledge serve|worker|gateway`: the processes that stay up until a signal ends them. */
export function serverCommands(): Command[] {
	return [
		serverCommand('serve', 'run the worker and the gateway in one process', { worker: true, gateway: true }),
		serverCommand('worker', 'run the worker alone; several workers can run at once', { worker: true, gateway: false }),
		serverCommand('gateway', 'run the gateway alone', { worker: false, gateway: true }),
	];
}

function serverCommand(name: string, description: string, roles: Roles): Command {
	return new Command(name)
		.description(description)
		.addOption(configOption())
		.action(async ({ config: path }: ConfigOptions) => {
			// Only these commands load Temporal's worker and the gateway.
			requireGlibc();
			const { serve } = await import('./serve.js');
			// Temporal's SDK may leave something open after the stop, which must not keep the process.
			process.exit(await serve(path, roles));
		});
}
