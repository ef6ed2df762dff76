import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { FieldReader } from '../../fields/field-reader';
import { uploadField } from '../../fields/input-files';
import { forEachWrite } from '../for-each-write';
import type { ItemData, NodeOperation } from '../operation';

const inputField = {
	displayName: 'Input Binary Field',
	name: 'binaryPropertyName',
	type: 'string',
	default: 'data',
	required: true,
	hint: 'The name of the input binary field containing the file to be uploaded',
	description: 'The field of the input item that holds the file',
} as const satisfies INodeProperties;

interface Request {
	field: string;
	fileName: string;
}

function readItem(context: IExecuteFunctions, itemIndex: number): Request {
	const field = new FieldReader(context, itemIndex).text(inputField);
	return { field, fileName: context.helpers.assertBinaryData(itemIndex, field).fileName ?? '' };
}

/** The same content is the same blob, so sending it again is safe. */
async function send(context: IExecuteFunctions, { field, fileName }: Request, itemIndex: number): Promise<ItemData> {
	const { blob, ...stored } = await uploadField(context, field, itemIndex);
	return { json: { blob, filename: fileName, ...stored } };
}

export const upload: NodeOperation = {
	value: 'upload',
	name: 'Upload',
	action: 'Upload a file',
	description: 'Send a file to the gateway, and get the reference by which the sources of an agent can name it',
	properties: [inputField],
	execute: forEachWrite({ read: readItem, send }),
};
