import { cancellationSignal } from '@temporalio/activity';
import { z } from 'zod';
import { agentIdSchema, type ApiClient, integerIdSchema, sourceTypeSchema } from '../../../api';
import type { FindSources, SourceActivities, WatchSources } from '../../../workflows/add-sources/activities';
import { sourceInputSchema } from '../../../workflows/add-sources/contract';
import type { Blobs } from '../../storage/blobs';
import { checked, offsetSchema } from '../task/arguments';
import { look, type PollTiming } from '../task/look';
import { addSource } from './add-source';
import { readSourceEnd, watchSources } from './follow-sources';
import { findSources } from './find-sources';

const findSchema: z.ZodType<FindSources> = z.object({
	agentId: agentIdSchema,
	wanted: z.array(z.object({ index: z.int().min(0), type: sourceTypeSchema, name: z.string() })),
	offset: offsetSchema,
	since: z.string().nullable(),
});

const watchSchema: z.ZodType<WatchSources> = z.object({
	agentId: agentIdSchema,
	sourceIds: z.array(integerIdSchema),
	offset: offsetSchema,
	reportFrom: z.number(),
	since: z.number(),
});

/** The API calls of add-sources, over one connection. */
export function sourceActivities(api: ApiClient, blobs: Blobs, timing: PollTiming): SourceActivities {
	return {
		findSources: (find) => findSources(api, checked(findSchema, find), cancellationSignal()),
		addSource: (agentId, source) =>
			addSource(api, blobs, checked(agentIdSchema, agentId), checked(sourceInputSchema, source)),
		watchSources: (watch) =>
			look(watch.since, timing, () => watchSources(api, checked(watchSchema, watch), timing, cancellationSignal())),
		readSourceEnd: (agentId, sourceId) =>
			readSourceEnd(api, checked(agentIdSchema, agentId), checked(integerIdSchema, sourceId), cancellationSignal()),
	};
}
