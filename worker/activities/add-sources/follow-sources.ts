import { type ApiClient, ApiError, LIMITS, type Window } from '../../../api';
import type { SourceEnd, SourcesReport, WatchSources } from '../../../workflows/add-sources/activities';
import { apiFailure } from '../task/failure';
import { notYet } from '../../temporal/not-yet';
import { pauseOf, type PollTiming } from '../task/look';
import { nextOffset, readListPage } from '../task/list-page';

interface SourceState {
	id: number;
	status: string;
	errorMessage: string | null;
}

/** Reads one page. While its sources are still being read, this fails, so that the server retries it after a pause. */
export async function watchSources(
	api: ApiClient,
	{ agentId, sourceIds, offset, reportFrom, since }: WatchSources,
	timing: PollTiming,
	signal: AbortSignal,
): Promise<SourcesReport> {
	const watched = new Set(sourceIds);
	const page = await readPage(api, agentId, offset, signal);
	const ours = page.items.filter(({ id }) => watched.has(id));
	const ended = ours.map(endOf).filter((end) => end !== null);
	const waiting = ours.length - ended.length;
	const now = Date.now();
	if (waiting === 0 || (ended.length > 0 && now >= reportFrom)) {
		return { ended, waiting, next: nextOffset(offset, page) };
	}
	const message = `${waiting} of ${sourceIds.length} sources are being read.`;
	throw notYet(message, pauseOf(since, now, timing), { message, at: new Date(now).toISOString() });
}

/** How one source ended; null while the service reads it. @throws a typed failure, see `apiFailure` */
export async function readSourceEnd(
	api: ApiClient,
	agentId: string,
	sourceId: number,
	signal: AbortSignal,
): Promise<SourceEnd | null> {
	try {
		return endOf(await api.call('getSource', { params: { id: agentId, sourceId }, signal }));
	} catch (error) {
		if (error instanceof ApiError && error.status === 404) return { sourceId, status: 'gone', reason: null };
		throw apiFailure(error);
	}
}

async function readPage(api: ApiClient, agentId: string, offset: number, signal: AbortSignal) {
	try {
		const read = (query: Window) => api.call('listSources', { params: { id: agentId }, query, signal });
		return await readListPage(read, { limit: LIMITS.pageSize, offset });
	} catch (error) {
		throw apiFailure(error);
	}
}

function endOf({ id: sourceId, status, errorMessage: reason }: SourceState): SourceEnd | null {
	return status === 'indexed' || status === 'failed' ? { sourceId, status, reason } : null;
}
