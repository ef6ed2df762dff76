import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { listBuckets } from '../../gateway/destinations';
import { matching } from './matching';

/** The buckets of the worker's configuration. */
export async function getBuckets(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return matching((await listBuckets(this)).map(({ name }) => ({ name, value: name })));
}
