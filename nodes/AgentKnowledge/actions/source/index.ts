import type { NodeResource } from '../operation';
import { addText } from './add-text.operation';
import { addUrl } from './add-url.operation';
import { deleteSource } from './delete.operation';
import { get } from './get.operation';
import { getMany } from './get-many.operation';
import { update } from './update.operation';
import { upload } from './upload.operation';
import { upsertText } from './upsert-text.operation';

export const source: NodeResource = {
	value: 'source',
	name: 'Source',
	defaultOperation: getMany.value,
	operations: [addText, addUrl, deleteSource, get, getMany, update, upload, upsertText],
};
