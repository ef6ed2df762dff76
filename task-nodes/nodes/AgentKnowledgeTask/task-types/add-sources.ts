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
		'A list of pages (as in the example) and texts {"type": "text", "title", "content"}. Files come from the binary data of the item, see below. A text of more than 32 KB, or a file from elsewhere {"type": "file", "filename", "blob"}, is sent to the gateway with PUT /v1/blobs first, which gives its blob.',
} as const satisfies INodeProperties;

const files = {
	displayName: 'Input Binary Fields',
	name: 'binaryPropertyNames',
	type: 'string',
	default: '',
	placeholder: 'e.g. data, attachment_1',
	hint: 'The names of the input binary fields containing the files to be added',
	description:
		'Files of the input item that are added after the Sources, with commas between the fields; * for all. Each may have 10 MB.',
} as const satisfies INodeProperties;

const ifPresent = {
	displayName: 'If Already There',
	name: 'ifPresent',
	type: 'options',
	options: [
		{ name: 'Add', value: 'add', description: 'Add it again, beside the one that is there' },
		{ name: 'Skip', value: 'skip', description: 'Leave it out, unless the one that is there has failed' },
	],
	default: 'skip',
	description: 'What to do about a source whose address, title or file name the agent has already',
} as const satisfies INodeProperties;

const timeout = timeoutField('What was added stays.');

export const addSources: TaskType = {
	value: 'add-sources',
	name: 'Add Sources',
	description: 'Add pages, texts and files to an agent, each once, and follow each until it is read',
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
