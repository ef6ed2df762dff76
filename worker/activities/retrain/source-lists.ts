import { activityInfo, cancellationSignal } from '@temporalio/activity';
import { z } from 'zod';
import { agentIdSchema, type ApiClient, type Source, type Window } from '../../../api';
import type {
	CompareSourceLists,
	ReadSourceList,
	SourceComparisonActivities,
	SourceListActivities,
	SourceListRead,
	StoredPages,
} from '../../../workflows/retrain/source-list-activities';
import { MOST_SOURCES } from '../../../workflows/retrain/source-list-activities';
import type { BlobStore } from '../../storage/blobs';
import { StoredParts } from '../knowledge-sync/stored-parts';
import { PagesInOrder } from '../list-reading/read-pages';
import { checked } from '../task/arguments';
import { runSchema, taskId } from '../task/running-task';
import { compareSources, type ListedSource, listedSource, listedSourceSchema } from './compare-sources';

const count = z.int().min(0);

const readSchema: z.ZodType<ReadSourceList> = z.object({
	agentId: agentIdSchema,
	offset: count,
	chunk: count,
	run: runSchema,
});

const pagesSchema: z.ZodType<StoredPages> = z.array(z.tuple([count, count]));
const compareSchema: z.ZodType<CompareSourceLists> = z.object({
	before: pagesSchema,
	after: pagesSchema,
	named: count,
	run: runSchema,
});

/** Lists of sources before and after a run, over one connection. Each call reads one page. */
export function sourceListActivities(api: ApiClient, store: BlobStore): SourceListActivities {
	return {
		readSourceList: (request) => {
			const read = checked(readSchema, request);
			const { attempt } = activityInfo();
			return readSourceList(read, api, new StoredParts(store, taskId(), read.run), attempt, cancellationSignal());
		},
	};
}

export function sourceComparisonActivities(store: BlobStore): SourceComparisonActivities {
	return {
		async compareSourceLists(request) {
			const { before, after, named, run } = checked(compareSchema, request);
			const parts = new StoredParts(store, taskId(), run);
			return compareSources(await stored(parts, before), await stored(parts, after), named);
		},
	};
}

/** Reads one page, and stores what a comparison needs. A list that is too long is not stored. @throws `apiFailure` */
async function readSourceList(
	{ agentId, offset, chunk }: ReadSourceList,
	api: ApiClient,
	parts: StoredParts,
	attempt: number,
	signal: AbortSignal,
): Promise<SourceListRead> {
	const pages = new PagesInOrder<Source, number>(offset, ({ id }) => id);
	const readPage = (query: Window, whileRead: AbortSignal) =>
		api.call('listSources', { params: { id: agentId }, query, signal: whileRead });
	const sources: ListedSource[] = [];
	for await (const fresh of pages.read(readPage, 1, signal)) sources.push(...fresh.map(listedSource));
	const read = pages.result();
	signal.throwIfAborted();
	if (read.total <= MOST_SOURCES) await parts.write('sources', chunk, attempt, sources);
	return { ...read, pagesAtOnce: 1, at: new Date().toISOString(), attempt };
}

async function stored(parts: StoredParts, pages: StoredPages): Promise<ListedSource[]> {
	const all: ListedSource[] = [];
	for (const [chunk, attempt] of pages) all.push(...(await parts.read('sources', chunk, attempt, listedSourceSchema)));
	return all;
}
