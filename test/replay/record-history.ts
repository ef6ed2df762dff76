import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { z } from 'zod';

const { History } = temporal.api.history.v1;

export const HISTORIES = path.join(__dirname, 'histories');

/**
 * Keeps the history of a workflow, unencrypted, for the replay tests: once a release, with
 * `RECORD_HISTORIES=1 npx jest test/workflows`. Without that variable it does nothing.
 * @param runId when the workflow continued as new; the newest one when left out
 */
export async function recordHistory(client: Client, workflowId: string, name: string, runId?: string): Promise<void> {
	if (process.env['RECORD_HISTORIES'] !== '1') return;
	const history = await client.workflow.getHandle(workflowId, runId).fetchHistory();
	// The time-skipping server leaves it out, and what a workflow starts can be named after it.
	const started = history.events?.[0]?.workflowExecutionStartedEventAttributes;
	if (started) started.workflowId ||= workflowId;
	const readable = History.toObject(History.create(history), { longs: String, bytes: String, enums: String });
	await mkdir(HISTORIES, { recursive: true });
	await writeFile(path.join(HISTORIES, `${name}.json`), `${JSON.stringify(readable, withoutPlaces)}\n`);
}

/** Stack traces and workers' names say on which machine a history was recorded, and no replay reads them. */
function withoutPlaces(key: string, value: unknown): unknown {
	return key === 'stackTrace' || key === 'identity' ? undefined : value;
}

/** @param name of a file in `HISTORIES` */
export async function storedHistory(name: string): Promise<temporal.api.history.v1.IHistory> {
	const json: unknown = JSON.parse(await readFile(path.join(HISTORIES, name), 'utf8'));
	return History.fromObject(z.looseObject({}).parse(json));
}
