import { Command } from 'commander';
import { addGatewayOptions, gatewayClient, type GatewayOptions } from './options';
import { printResult, type ResultOptions, type Terminal } from './terminal';

/** `agent-knowledge open <task>`: the page of a task in the browser. */
export function openCommand(terminal: Terminal): Command {
	return addGatewayOptions(
		new Command('open')
			.description('open the page of a task in the browser, and print its address')
			.argument('<task>', 'the id of the task')
			.option('--json', 'print JSON, and open nothing'),
	).action((id: string, options: GatewayOptions & ResultOptions) => openTask(id, options, terminal));
}

async function openTask(id: string, options: GatewayOptions & ResultOptions, terminal: Terminal): Promise<void> {
	const client = gatewayClient(options, terminal);
	const task = await client.read(id);
	const url = `${client.url}/tasks#task=${encodeURIComponent(task.id)}`;
	printResult(terminal, options, { url }, () => url);
	if (options.json) return;
	if (terminal.screen === null || !hasDisplay(terminal.env)) {
		terminal.note('No browser was opened: there is no display, or the output is a pipe. Open the address yourself.');
		return;
	}
	// An ES module that only this command needs.
	const { default: open } = await import('open');
	try {
		await open(url);
		terminal.note('The page asks for a token of the gateway.');
	} catch (error) {
		terminal.note(`No browser could be opened (${String(error)}). Open the address yourself.`);
	}
}

/** Linux needs a display, or Windows around it. macOS and Windows have one. */
function hasDisplay({ DISPLAY, WAYLAND_DISPLAY, WSL_DISTRO_NAME }: NodeJS.ProcessEnv): boolean {
	return process.platform !== 'linux' || [DISPLAY, WAYLAND_DISPLAY, WSL_DISTRO_NAME].some(Boolean);
}
