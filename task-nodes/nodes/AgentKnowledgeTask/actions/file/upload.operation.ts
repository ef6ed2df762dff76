import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { FieldReader } from '../../fields/field-reader';
import { uploadField } from '../../fields/input-files';
import { forEachItem, type ItemData, type NodeOperation } from '../operation';

const inputField = {
	displayName: 'Input Binary Field',
	name: 'binaryPropertyName',
	type: 'string',
	default: 'data',
	required: true,
	hint: 'The name of the input binary field containing the file to be uploaded',
	description: 'The field of the input item that holds the file',
} as const satisfies INodeProperties;

/** The same content is the same blob, so sending it again is safe. */
async function run(context: IExecuteFunctions, itemIndex: number): Promise<ItemData> {
	const field = new FieldReader(context, itemIndex).text(inputField);
	const { fileName = '' } = context.helpers.assertBinaryData(itemIndex, field);
	const { blob, ...stored } = await uploadField(context, field, itemIndex);
	return { json: { blob, filename: fileName, ...stored } };
}

export const upload: NodeOperation = {
	value: 'upload',
	name: 'Upload',
	action: 'Upload a file',
	description: 'Send a file to the gateway, and get the reference by which the sources of an agent can name it',
	properties: [inputField],
	execute: forEachItem(run),
};
