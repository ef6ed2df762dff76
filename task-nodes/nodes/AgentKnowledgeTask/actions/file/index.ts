import type { NodeResource } from '../operation';
import { upload } from './upload.operation';

export const file: NodeResource = {
	value: 'file',
	name: 'File',
	defaultOperation: 'upload',
	operations: [upload],
};
