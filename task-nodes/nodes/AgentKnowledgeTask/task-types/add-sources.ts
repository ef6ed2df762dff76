import type { INodeProperties } from 'n8n-workflow';
import { readChoice, readLocator, readRecords, readSeconds } from '../fields/read-fields';
import { readFiles } from '../fields/input-files';
import { agentLocator } from './agent-locator';
import { connectionLocator } from './connection-locator';
import type { TaskType } from './task-type';
import { timeoutField } from './timeout-field';

const sources = {
	displayName: 'Sources',
	name: 'sources',
	type: 'json',
	default: '[\n  { "type": "url", "url": "https://www.example.com/help" }\n]',
	description:
		'A list of pages (as in the example) and texts {"type": "text", "title", "content"}. Files come from the binary data of the item, see below. Send a text of more than 32 KB to the gateway with PUT /v1/blobs first, which returns its blob. Do the same for a file from elsewhere {"type": "file", "filename", "blob"}.',
} as const satisfies INodeProperties;

const files = {
	displayName: 'Input Binary Fields',
	name: 'binaryPropertyNames',
	type: 'string',
	default: '',
	placeholder: 'e.g. data, attachment_1',
	hint: 'The names of the input binary fields containing the files to be added',
	description:
		'Binary fields of the input item, separated by commas, or * for all. The task adds their files after the Sources. A file has at most 10 MB.',
} as const satisfies INodeProperties;

const ifPresent = {
	displayName: 'If Already There',
	name: 'ifPresent',
	type: 'options',
	options: [
		{ name: 'Add', value: 'add', description: 'Add it again, beside the existing source' },
		{ name: 'Skip', value: 'skip', description: 'Skip it, unless the existing source has failed' },
	],
	default: 'skip',
	description: 'What to do with a source whose address, title or file name the agent already has',
} as const satisfies INodeProperties;

const timeout = timeoutField('Added sources stay.');

export const addSources: TaskType = {
	value: 'add-sources',
	name: 'Add Sources',
	description: 'Add pages, texts and files to an agent, each once, and wait until the service has read them',
	properties: [connectionLocator, agentLocator, sources, ifPresent, timeout],
	ownProperties: [files],
	readInput(context, itemIndex) {
		const timeoutSeconds = readSeconds(context, timeout, itemIndex);
		return {
			version: 1,
			connection: readLocator(context, connectionLocator, itemIndex),
			agentId: readLocator(context, agentLocator, itemIndex),
			sources: readRecords(context, sources, itemIndex),
			ifPresent: readChoice(context, ifPresent, itemIndex),
			...(timeoutSeconds > 0 && { timeoutSeconds }),
		};
	},
	readFiles: (context, itemIndex) => readFiles(context, files, itemIndex),
};
