import type { NodeResource } from '../operation';
import { addText } from './addText.operation';
import { addUrl } from './addUrl.operation';
import { deleteSource } from './delete.operation';
import { get } from './get.operation';
import { getAll } from './getAll.operation';
import { update } from './update.operation';
import { upload } from './upload.operation';

export const source: NodeResource = {
	value: 'source',
	name: 'Source',
	defaultOperation: getAll.value,
	operations: [addText, addUrl, deleteSource, get, getAll, update, upload],
};
