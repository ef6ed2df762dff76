import { activityInfo, cancellationSignal } from '@temporalio/activity';
import type { ApiClient } from '../../../api';
import type { ExportFileActivities, ExportReadActivities } from '../../../workflows/export/activities';
import type { Blobs } from '../../storage/blobs';
import type { Buckets } from '../../storage/buckets';
import type { WithoutErased } from '../../privacy';
import { checked } from '../retrain/arguments';
import { withHeartbeat } from '../task/with-heartbeat';
import { assembleSchema, readLeadsSchema, runSchema } from './arguments';
import { assembleExport } from './assemble-export';
import { discardChunks } from './discard-chunks';
import { readLeads } from './read-leads';

/** Reads of exports, on a connection's queue. @param pagesAtOnce see `callsPerDispatch` */
export function exportReadActivities(
	api: ApiClient,
	{ store }: Blobs,
	pagesAtOnce: number,
	erased: WithoutErased,
): ExportReadActivities {
	return {
		readLeads: (request) =>
			readLeads(checked(readLeadsSchema, request), {
				...{ api, store, pagesAtOnce, erased },
				taskId: taskId(),
				attempt: activityInfo().attempt,
				signal: cancellationSignal(),
			}),
	};
}

/** Files of exports, on the worker's own queue. */
export function exportFileActivities(blobs: Blobs, buckets: Buckets): ExportFileActivities {
	return {
		assembleExport: (request) =>
			withHeartbeat(() =>
				assembleExport(checked(assembleSchema, request), {
					...{ blobs, buckets },
					taskId: taskId(),
					signal: cancellationSignal(),
				}),
			),
		discardChunks: (run) => withHeartbeat(() => discardChunks(blobs.store, taskId(), checked(runSchema, run))),
	};
}

function taskId(): string {
	const { workflowExecution } = activityInfo();
	if (workflowExecution === undefined) throw new Error('An export is part of a task.');
	return workflowExecution.workflowId;
}
