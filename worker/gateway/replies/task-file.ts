import { z } from 'zod';
import { type BlobStore, erasedFileKey, fileKey } from '../../storage/blobs';
import type { TaskWithLinks } from '../schemas';

const fileSchema = z.looseObject({ name: z.string(), link: z.string(), expiresAt: z.string().nullish() });

/** For people, on a task. */
const FILE_ERASED =
	"The file was deleted by an erasure of a person's data. Start a new export to get one without the person.";
const FILE_EXPIRED = 'The file has expired. Start a new task to get it again.';

/** A task that offers no file which the gateway no longer has, and says why. */
export async function withoutGoneFile(task: TaskWithLinks, store: BlobStore): Promise<TaskWithLinks> {
	const file = fileSchema.safeParse(task.result?.['file']).data;
	if (file === undefined) return task;
	const fileGone = (await wasErased(store, task.id, file.name))
		? FILE_ERASED
		: file.expiresAt && Date.parse(file.expiresAt) <= Date.now()
			? FILE_EXPIRED
			: null;
	return fileGone === null ? task : { ...task, fileGone, result: { ...task.result, file: { ...file, link: null } } };
}

export async function wasErased(store: BlobStore, taskId: string, name: string): Promise<boolean> {
	const mark = await store.open(erasedFileKey(fileKey(taskId, name)));
	mark?.content.destroy();
	return mark !== null;
}
