import { readFile } from 'node:fs/promises';
import type { HistoryAndWorkflowId } from '@temporalio/client';
import { historyFromJSON } from '@temporalio/common/lib/proto-utils';
import { temporal } from '@temporalio/proto';
import { z } from 'zod';

const { History } = temporal.api.history.v1;

const fileSchema = z.looseObject({ events: z.array(z.looseObject({ eventTime: z.unknown() })).min(1) });

/**
 * A history as `temporal workflow show --output json` or Temporal's UI saves it, or as this repository stores its own.
 * @throws Error when it is none
 */
export async function readHistoryFile(path: string): Promise<HistoryAndWorkflowId> {
	const json = fileSchema.parse(JSON.parse(await readFile(path, 'utf8')));
	const history = typeof json.events[0]?.eventTime === 'string' ? historyFromJSON(json) : History.fromObject(json);
	const { workflowId } = history.events?.[0]?.workflowExecutionStartedEventAttributes ?? {};
	// Some servers leave it out; what a workflow starts can be named after it.
	return { workflowId: workflowId || path, history };
}
