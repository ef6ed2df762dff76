import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Command } from 'commander';
import { type ExportFile, filesOf } from '../../workflows/task/export-contract';
import type { TaskWithLinks } from '../gateway/schemas';
import { DigestStream } from '../storage/blobs';
import type { GatewayClient } from './gateway-client';
import { addGatewayOptions, gatewayClient, type GatewayOptions } from './options';
import { besideOutput, writeOutput } from './output-file';
import { CommandError, EXIT, printResult, type ResultOptions, type Terminal } from './terminal';

interface DownloadOptions extends GatewayOptions, ResultOptions {
	out?: string;
	name?: string;
}

/** `agent-knowledge files download`: what a task has made. */
export function filesCommand(terminal: Terminal): Command {
	const download = new Command('download')
		.description('download a file of an ended task and verify its checksum')
		.argument('<task>', 'the id of the task')
		.option('--name <file>', 'which of its files; default: the only one')
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
	const written = await downloadFile(client, await client.read(id), options);
	printResult(
		besideOutput(terminal, options.out),
		options,
		written,
		() => `Wrote ${written.path}, ${written.bytes} bytes. The checksum is correct.`,
	);
}

/**
 * Downloads a file of a task's result. It appears under its name only when it is complete and its checksum is correct.
 * @param out the path; a device, a pipe and standard output (`-`) are written to, and links are followed; default: its own name, in the folder of the process
 * @param name which of its files; default: the only one
 * @throws CommandError when the task has none, or it cannot be fetched or written
 */
export async function downloadFile(
	client: GatewayClient,
	task: TaskWithLinks,
	{ out, name }: { out?: string | undefined; name?: string | undefined },
): Promise<{ path: string; bytes: number; sha256: string }> {
	if (task.status === 'running')
		throw new CommandError(
			`Task ${task.id} still runs. Its file exists when it has ended. Wait for it with: agent-knowledge tasks watch ${task.id}`,
			EXIT.failed,
		);
	if (task.fileGone !== undefined) throw new CommandError(`Task ${task.id}: ${task.fileGone}`, EXIT.failed);
	const file = fileNamed(task, name);
	const { link } = file;
	const path = out ?? basename(file.name);
	const measure = new DigestStream();
	try {
		await writeOutput(path, async (to) => {
			await pipeline(client.download(link), measure, to);
			if (measure.sha256() !== file.sha256) throw new Error('its checksum is wrong');
		});
		return { path, bytes: file.bytes, sha256: file.sha256 };
	} catch (error) {
		if (error instanceof CommandError) throw error;
		const why = error instanceof Error ? error.message : String(error);
		throw new CommandError(
			`${file.name} could not be downloaded to ${path}: ${why}. Its path at the gateway is ${link}.`,
			EXIT.failed,
		);
	}
}

function fileNamed(task: TaskWithLinks, name: string | undefined): ExportFile & { link: string } {
	const files = [...filesOf(task.result).values()].flatMap((file) =>
		file.link === null ? [] : [{ ...file, link: file.link }],
	);
	if (files.length === 0) throw new CommandError(`Task ${task.id} has no file at the gateway.`, EXIT.failed);
	const names = files.map((file) => file.name).join(', ');
	const [file, another] = name === undefined ? files : files.filter((each) => each.name === name);
	if (file === undefined)
		throw new CommandError(`Task ${task.id} has no file "${name}". It has: ${names}.`, EXIT.failed);
	if (another === undefined) return file;
	throw new CommandError(`Task ${task.id} has several files. Choose one with --name: ${names}.`, EXIT.badUsage);
}
