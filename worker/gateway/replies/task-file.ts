import { type ExportFile, filesOf } from '../../../workflows/task/export-contract';
import { endsWithin } from '../../../api';
import { type BlobStore, erasedFileKey, fileKey } from '../../storage/blobs';
import type { TaskWithLinks } from '../schemas';

/** For people, on a task. */
const FILE_ERASED =
	"The file was deleted by an erasure of a person's data. Start a new export to get one without the person.";
const FILE_EXPIRED = 'The file has expired. Start a new task to get it again.';

/** A task is shown without the look if the blob store takes longer. In ms. */
const WITHIN_MS = 2_000;

interface Log {
	warn(fields: object, message: string): void;
}

/**
 * A task that offers no file which the gateway no longer has, and says why. If the blob store fails, the task still says
 * how it ended: its link stays, and the download reports what is wrong. The same if the store does not answer in 2 s, as
 * callers wait a limited time for a task.
 */
export async function withoutGoneFile(task: TaskWithLinks, store: BlobStore, log: Log): Promise<TaskWithLinks> {
	const gone = new Map<string, { file: ExportFile; why: string }>();
	for (const [field, file] of filesOf(task.result)) {
		const why = file.link === null ? null : await whyGone(task.id, file, store, log);
		if (why !== null) gone.set(field, { file: { ...file, link: null }, why });
	}
	const [first] = gone.values();
	if (first === undefined) return task;
	const files = Object.fromEntries([...gone].map(([field, { file }]) => [field, file]));
	return { ...task, fileGone: first.why, result: { ...task.result, ...files } };
}

async function whyGone(
	taskId: string,
	{ name, expiresAt }: ExportFile,
	store: BlobStore,
	log: Log,
): Promise<string | null> {
	const isErased = await inTime(wasErased(store, taskId, name)).catch((error: unknown) => {
		log.warn({ err: error, taskId }, 'the blob store did not say whether a file was erased');
		return false;
	});
	if (isErased) return FILE_ERASED;
	return expiresAt !== null && Date.parse(expiresAt) <= Date.now() ? FILE_EXPIRED : null;
}

/** @throws Error if it takes too long. A store has no way to end its look, so this only stops waiting. */
async function inTime<Answer>(look: Promise<Answer>): Promise<Answer> {
	if (!(await endsWithin(WITHIN_MS, look))) throw new Error(`No answer within ${WITHIN_MS} ms.`);
	return look;
}

export async function wasErased(store: BlobStore, taskId: string, name: string): Promise<boolean> {
	const mark = await store.open(erasedFileKey(fileKey(taskId, name)));
	mark?.content.destroy();
	return mark !== null;
}
