import { uploadOf } from '../../transport/upload';
import { defineOperation } from '../operation';
import { agentLocator } from '../parameters/agent-locator';
import { settleOptions } from '../parameters/settle-time';
import { addSource } from './add-source';
import { describeFile, readFile } from './read-file';

export const upload = defineOperation({
	value: 'upload',
	name: 'Upload File',
	action: 'Upload a file as source',
	description:
		"Add a file to an agent's knowledge: PDF, DOCX, PPTX, CSV, XLS, XLSX, TXT, Markdown, HTML, JSON, PNG, JPEG, WebP or GIF, at most 10 MB",
	endpoints: ['uploadSourceFile', 'listSources', 'getTrainingStatus'],
	properties: [
		agentLocator,
		{
			displayName: 'Input Binary Field',
			name: 'binaryPropertyName',
			type: 'string',
			default: 'data',
			required: true,
			placeholder: 'e.g. data',
			hint: 'The name of the input field that contains the file',
			description: 'The name of the binary field of the input item that contains the file',
		},
		settleOptions,
	],
	check(run, { binaryPropertyName }) {
		describeFile(run, binaryPropertyName);
	},
	async execute(run, { agentId, binaryPropertyName, options }) {
		const file = await readFile(run, binaryPropertyName);
		return await addSource(run, {
			agentId,
			type: 'file',
			input: { upload: uploadOf('file', file) },
			isOurs: ({ name }) => storedName(name) === storedName(file.name),
			settleSeconds: options.settleSeconds,
		});
	},
});

/** The service may store a name without its folders, and with or without the escapes of a form. */
function storedName(name: string): string {
	const plain = name.replace(/%22/g, '"').replace(/%0D|%0A|[\r\n]/gi, '');
	return (plain.split(/[\\/]/).pop() ?? plain).trim();
}
