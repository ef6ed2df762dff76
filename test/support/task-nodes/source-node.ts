import { NodeConnectionTypes } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';

const describe = (name: string): INodeTypeDescription => ({
	displayName: name,
	name,
	group: ['transform'],
	version: 1,
	description: name,
	defaults: { name },
	inputs: [NodeConnectionTypes.Main],
	outputs: [NodeConnectionTypes.Main],
	properties: ['items', 'text'].map((field) => ({ displayName: field, name: field, type: 'string', default: '' })),
});

/** What a test says of one item: its fields, and the files of its binary data. */
export type SourceItem = IDataObject & { files?: Record<string, { name?: string; content: string }> };

/** Where a test's flow begins: n8n hands it one empty item, and it gives the items of its parameter `items`. */
export class SourceNode implements INodeType {
	description = describe('source');

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const items = JSON.parse(this.getNodeParameter('items', 0, '', { ensureType: 'string' }) as string) as SourceItem[];
		const outputs = items.map(async ({ files = {}, ...json }: SourceItem): Promise<INodeExecutionData> => {
			const fields = Object.entries(files).map(async ([field, { name, content }]) => {
				const data = await this.helpers.prepareBinaryData(Buffer.from(content), name ?? 'unnamed', 'text/plain');
				return [field, name === undefined ? { ...data, fileName: '' } : data] as const;
			});
			const pairedItem = { item: 0 };
			if (fields.length === 0) return { json, pairedItem };
			return { json, pairedItem, binary: Object.fromEntries(await Promise.all(fields)) };
		});
		return [await Promise.all(outputs)];
	}
}

/** Gives the parameter `text`, read for each item, or the error that reading it made. */
export class EchoNode implements INodeType {
	description = describe('echo');

	execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const read = (index: number): string => {
			try {
				return this.getNodeParameter('text', index, '', { ensureType: 'string' }) as string;
			} catch (error) {
				return `Error: ${String(error)}`;
			}
		};
		const items = this.getInputData().map((_, index) => ({ json: { text: read(index) }, pairedItem: { item: index } }));
		return Promise.resolve([items]);
	}
}
