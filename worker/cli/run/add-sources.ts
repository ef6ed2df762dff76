import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Command } from 'commander';
import type { AddSourcesInput } from '../../../workflows/add-sources/contract';
import { decodedText, NotText } from '../../problems/text-file';
import { CommandError, EXIT, type Terminal } from '../terminal';
import type { GatewayClient } from '../gateway-client';
import { gatewayClient, oneMore } from '../options';
import { choiceOption, numberOption } from './field-option';
import { addTaskOptions, type EveryField, runTask, type TaskOptions } from './run-task';

interface AddSourcesOptions extends TaskOptions, Pick<AddSourcesInput, 'ifPresent'> {
	agent: string;
	url?: string[];
	urlsFrom?: string;
	text?: string[];
	file?: string[];
	timeout?: number;
}

type Sources = AddSourcesInput['sources'];

export function addSourcesCommand(terminal: Terminal): Command {
	const command = new Command('add-sources')
		.description('add pages, texts and files to an agent, and follow each until it is read')
		.requiredOption('--agent <id>', 'the agent that gets them')
		.option('--url <address>', 'a page; may be given several times', oneMore)
		.option('--urls-from <path>', 'a file with the addresses of pages, one a line')
		.option(
			'--text <path>',
			'a text file, whose name without extension is the title; may be given several times',
			oneMore,
		)
		.option('--file <path>', 'a file; may be given several times', oneMore)
		.addOption(
			choiceOption(
				'add-sources',
				'ifPresent',
				'--if-present <what>',
				'when the agent already has a source of this address, title or file name',
			),
		)
		.addOption(
			numberOption(
				'add-sources',
				'timeoutSeconds',
				'--timeout <seconds>',
				'stop after this number of seconds; sources already added stay',
			),
		)
		.action((options: AddSourcesOptions) => addSources(options, terminal));
	return addTaskOptions(command);
}

async function addSources(options: AddSourcesOptions, terminal: Terminal): Promise<void> {
	const { connection, agent: agentId, ifPresent, timeout: timeoutSeconds } = options;
	const sources = await sourcesOf(options, gatewayClient(options, terminal));
	const input: EveryField<'add-sources'> = {
		version: 1,
		connection,
		agentId,
		sources,
		ifPresent,
		timeoutSeconds,
	};
	await runTask('add-sources', input, options, terminal);
}

/** Reads files and uploads them to the gateway first, so that the task does not need them. */
async function sourcesOf({ url = [], urlsFrom, text = [], file = [] }: AddSourcesOptions, client: GatewayClient) {
	const listed = urlsFrom === undefined ? [] : textOf(urlsFrom, await read(urlsFrom)).split(/\r?\n/);
	const urls = [...url, ...listed].map((each) => each.trim()).filter((each) => each !== '');
	const sources: Sources = urls.map((each) => ({ type: 'url', url: each }));
	for (const path of text) {
		const content = textOf(path, await read(path));
		const { blob } = await client.upload(Buffer.from(content));
		sources.push({ type: 'text', title: basename(path).replace(/\.[^.]+$/, ''), blob });
	}
	for (const path of file) {
		const { blob } = await client.upload(await read(path));
		sources.push({ type: 'file', filename: basename(path), blob });
	}
	if (sources.length > 0) return sources;
	throw new CommandError('Nothing to add. Name at least one --url, --urls-from, --text or --file.', EXIT.badUsage);
}

/** @throws CommandError before anything is uploaded if the file is in another encoding */
function textOf(path: string, bytes: Buffer): string {
	try {
		return decodedText(bytes);
	} catch (error) {
		if (!(error instanceof NotText)) throw error;
		throw new CommandError(`The file ${path} ${error.message}`, EXIT.badUsage);
	}
}

async function read(path: string): Promise<Buffer> {
	try {
		return await readFile(path);
	} catch (error) {
		throw new CommandError(`The file cannot be read: ${String(error)}`, EXIT.badUsage);
	}
}
