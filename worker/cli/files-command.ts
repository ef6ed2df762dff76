import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Command } from 'commander';
import { z } from 'zod';
import type { TaskWithLinks } from '../gateway/schemas';
import { DigestStream } from '../storage/blobs';
import type { GatewayClient } from './gateway-client';
import { addGatewayOptions, gatewayClient, type GatewayOptions } from './options';
import { besideOutput, writeOutput } from './output-file';
import { CommandError, EXIT, printResult, type ResultOptions, type Terminal } from './terminal';

interface DownloadOptions extends GatewayOptions, ResultOptions {
	out?: string;
}

/** `agent-knowledge files download`: what a task has made. */
export function filesCommand(terminal: Terminal): Command {
	const download = new Command('download')
		.description('download the file of a completed task and verify its checksum')
		.argument('<task>', 'the id of the task')
		.option(
			'--out <file>',
			"path to write to, - for standard output; default: the file's own name, in the current folder",
		)
		.option('--json', 'print JSON')
		.action((id: string, options: DownloadOptions) => fetchFile(id, options, terminal));
	return new Command('files').description('download files of tasks').addCommand(addGatewayOptions(download));
}

async function fetchFile(id: string, options: DownloadOptions, terminal: Terminal): Promise<void> {
	const client = gatewayClient(options, terminal);
	const written = await downloadFile(client, await client.read(id), options.out);
	printResult(
		besideOutput(terminal, options.out),
		options,
		written,
		() => `Wrote ${written.path}, ${written.bytes} bytes. The checksum is correct.`,
	);
}

const withFileSchema = z.looseObject({
	file: z.object({ name: z.string(), bytes: z.number(), sha256: z.string(), link: z.string() }),
});

/**
 * Downloads the file of a task's result. It appears under its name only when it is complete and its checksum is correct.
 * @param out the path; a device, a pipe and standard output (`-`) are written to, and links are followed; default: its own name, in the folder of the process
 * @throws CommandError when the task has none, or it cannot be fetched or written
 */
export async function downloadFile(
	client: GatewayClient,
	task: TaskWithLinks,
	out?: string,
): Promise<{ path: string; bytes: number; sha256: string }> {
	if (task.status === 'running')
		throw new CommandError(
			`Task ${task.id} still runs. Its file exists when it has completed. Wait for it with: agent-knowledge tasks watch ${task.id}`,
			EXIT.failed,
		);
	if (task.fileGone !== undefined) throw new CommandError(`Task ${task.id}: ${task.fileGone}`, EXIT.failed);
	const file = withFileSchema.safeParse(task.result).data?.file;
	if (file === undefined) throw new CommandError(`Task ${task.id} has no file at the gateway.`, EXIT.failed);
	const path = out ?? basename(file.name);
	const measure = new DigestStream();
	try {
		await writeOutput(path, async (to) => {
			await pipeline(client.download(file.link), measure, to);
			if (measure.sha256() !== file.sha256) throw new Error('its checksum is wrong');
		});
		return { path, bytes: file.bytes, sha256: file.sha256 };
	} catch (error) {
		if (error instanceof CommandError) throw error;
		const why = error instanceof Error ? error.message : String(error);
		throw new CommandError(
			`${file.name} could not be downloaded to ${path}: ${why}. Its path at the gateway is ${file.link}.`,
			EXIT.failed,
		);
	}
}
