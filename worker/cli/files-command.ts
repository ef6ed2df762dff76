import { Command } from 'commander';
import { downloadFile } from './download-file';
import { addGatewayOptions, gatewayClient, type GatewayOptions } from './gateway-options';
import { printResult, type ResultOptions } from './result';
import type { Terminal } from './terminal';

interface DownloadOptions extends GatewayOptions, ResultOptions {
	out?: string;
}

/** `agent-knowledge files download`: what a task has made. */
export function filesCommand(terminal: Terminal): Command {
	const download = new Command('download')
		.description('download the file of a task that has completed; its checksum is compared')
		.argument('<task>', 'the id of the task')
		.option('--out <file>', "where to; default: the file's own name, in this folder")
		.option('--json', 'print JSON')
		.action((id: string, options: DownloadOptions) => fetchFile(id, options, terminal));
	return new Command('files').description('fetch what tasks have made').addCommand(addGatewayOptions(download));
}

async function fetchFile(id: string, options: DownloadOptions, terminal: Terminal): Promise<void> {
	const client = gatewayClient(options, terminal.env);
	const written = await downloadFile(client, await client.read(id), options.out);
	printResult(
		terminal,
		options,
		written,
		() => `Wrote ${written.path}, ${written.bytes} bytes; its checksum is right.`,
	);
}
