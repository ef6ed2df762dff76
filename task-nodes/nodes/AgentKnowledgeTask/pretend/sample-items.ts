import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { gatewayUrl } from '../../gateway/gateway-context';
import { wantsSimple, withLinks } from '../items/task-item';
import { simplifiedTask } from '../items/simplified-task';
import type { SampleFile } from '../task-types/samples/export-file';
import { downloadTaskFile, type StoreFile, storeContent } from '../waiting/output-files';
import { bothOutputs } from '../waiting/present-wait';
import type { Presentation } from '../waiting/presentation';
import type { Ending } from '../waiting/wait-outputs';
import { sampleId, startedTask } from './sample-task';

export interface SampleEnding extends Ending {
	file?: SampleFile | undefined;
}

/** The node's two outputs, made as those of real tasks. Each item is marked. */
export async function sampleOutputs(
	context: IExecuteFunctions,
	endings: readonly SampleEnding[],
	presentation: Presentation,
): Promise<INodeExecutionData[][]> {
	return await bothOutputs(endings, presentation, async ({ index, view }) => {
		const sample = endings[index]?.file;
		const store: StoreFile = async (_context, _taskId, name, contentType) =>
			await storeContent(context, sample?.content ?? Buffer.alloc(0), name, contentType);
		return {
			isSample: true,
			task: view['id'] === null ? view : await withSampleLinks(context, view),
			file: presentation.file === null ? undefined : await downloadTaskFile(context, view, presentation.file, store),
		};
	});
}

/** The item of a task that would run. */
export async function startedSample(context: IExecuteFunctions, type: string, itemIndex: number): Promise<IDataObject> {
	const task = await withSampleLinks(context, startedTask(type, sampleId(type, itemIndex)));
	return { isSample: true, ...(wantsSimple(context, itemIndex) ? simplifiedTask(task) : task) };
}

/** There is no such task at the gateway, so its page is that of all tasks. */
export async function withSampleLinks(context: IExecuteFunctions, task: IDataObject): Promise<IDataObject> {
	return await withLinks(context, task, { page: `${await gatewayUrl(context)}/tasks` });
}
