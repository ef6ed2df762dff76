import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { z } from 'zod';
import { version } from '../../../package.json';

const { History } = temporal.api.history.v1;

/** A folder for each version that histories were recorded with. */
export const HISTORIES = path.join(__dirname, 'histories');

/**
 * Keeps the history of a workflow, unencrypted, in the folder of the present version: once for each release, with
 * `RECORD_HISTORIES=1 npx vitest run test/parts/workflows`. Without that variable it does nothing.
 * @param runId when the workflow continued as new; the newest one when left out
 */
export async function recordHistory(client: Client, workflowId: string, name: string, runId?: string): Promise<void> {
	if (process.env['RECORD_HISTORIES'] !== '1') return;
	const history = await client.workflow.getHandle(workflowId, runId).fetchHistory();
	// The time-skipping server leaves it out, and what a workflow starts can be named after it.
	const started = history.events?.[0]?.workflowExecutionStartedEventAttributes;
	if (started) started.workflowId ||= workflowId;
	const readable = History.toObject(History.create(history), { longs: String, bytes: String, enums: String });
	const folder = path.join(HISTORIES, version);
	await mkdir(folder, { recursive: true });
	await writeFile(path.join(folder, `${name}.json`), `${JSON.stringify(readable, withoutPlaces)}\n`);
}

/** Stack traces and workers' names say on which machine a history was recorded, and no replay reads them. */
function withoutPlaces(key: string, value: unknown): unknown {
	if (key === 'stackTrace' || key === 'identity') return undefined;
	if (key === 'encodedAttributes') return withoutStackTrace(failureSchema.parse(value));
	const sticky = key === 'taskQueue' ? stickyQueueSchema.safeParse(value).data : undefined;
	return sticky === undefined ? value : { name: sticky.normalName, kind: 'TASK_QUEUE_KIND_NORMAL' };
}

/** The message of a failure and its stack trace, as JSON in base64. */
const failureSchema = z.looseObject({ data: z.base64() });
/** Of one worker alone, and named after its machine. */
const stickyQueueSchema = z.object({ kind: z.literal('TASK_QUEUE_KIND_STICKY'), normalName: z.string() });

function withoutStackTrace({ data, ...payload }: z.output<typeof failureSchema>) {
	const failure = z.looseObject({}).parse(JSON.parse(Buffer.from(data, 'base64').toString()));
	const readable = JSON.stringify({ ...failure, stack_trace: '' });
	return { ...payload, data: Buffer.from(readable).toString('base64') };
}

/** @param name of a file in `HISTORIES`, with its folder */
export async function storedHistory(name: string): Promise<temporal.api.history.v1.IHistory> {
	const json: unknown = JSON.parse(await readFile(path.join(HISTORIES, name), 'utf8'));
	return History.fromObject(z.looseObject({}).parse(json));
}
