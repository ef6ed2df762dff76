import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { listBuckets } from '../../gateway/destinations';
import { matching } from './matching';

/** Without a bucket. */
const NONE = { name: 'None: The Gateway Keeps the File', value: '' };

/** The buckets of the worker's configuration. */
export async function getBuckets(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const choices = (await listBuckets(this)).map(({ name }) => ({ name, value: name }));
	return [NONE, ...matching(choices)];
}
