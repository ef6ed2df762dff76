import type { Client } from '@temporalio/client';
import { z } from 'zod';
import { searchAttributes } from '../../workflows/task/visibility';

/** A longer query is too much for some databases. */
const MOST_NAMES = 100;
/** Tasks on a page of the search for removed connections, and the pages that one search reads at most. */
const PAGE = 200;
const MOST_PAGES = 50;

/**
 * Connections of running tasks that the configuration does not have. Their tasks wait, and only a worker tells them why.
 * A search skips the tasks of up to a hundred connections and reads at most 50 pages of the others. So it can miss a
 * connection only if more than a hundred are configured or have running tasks, and its tasks are older than the newest
 * 10,000.
 * @param known names of the configured connections
 * @param pause before each page after the first
 */
export async function removedConnections(
	client: Client,
	known: readonly string[],
	pause: () => Promise<unknown> = () => Promise.resolve(),
): Promise<string[]> {
	const configured = new Set(known);
	const removed = new Set<string>();
	// The tasks of more connections cannot be skipped at once. Then those are skipped that have tasks.
	const skipped = new Set(known.length > MOST_NAMES ? [] : known);
	let pageToken: Uint8Array = FIRST_PAGE;
	let page = 0;
	while (page < MOST_PAGES) {
		const { connections, next } = await connectionsOfTasks(client, skipped, pageToken);
		const before = skipped.size;
		for (const connection of connections) {
			if (!configured.has(connection)) removed.add(connection);
			if (skipped.size < MOST_NAMES) skipped.add(connection);
		}
		if (next.length === 0) break;
		// A token belongs to its query. A changed query begins anew, at most a hundred times.
		const isChanged = skipped.size > before;
		pageToken = isChanged ? FIRST_PAGE : next;
		page = isChanged ? 0 : page + 1;
		await pause();
	}
	return [...removed];
}

const FIRST_PAGE = new Uint8Array();

/** A page of running tasks. @param skipped connections whose tasks it skips. `next` is empty on the last page. */
async function connectionsOfTasks({ workflowService, options }: Client, skipped: Set<string>, pageToken: Uint8Array) {
	const { name } = searchAttributes.connection;
	const others =
		skipped.size === 0 ? '' : ` AND ${name} NOT IN (${[...skipped].map((each) => `'${each}'`).join(', ')})`;
	const { executions, nextPageToken } = await workflowService.listWorkflowExecutions({
		namespace: options.namespace,
		query: `ExecutionStatus = 'Running' AND ${name} IS NOT NULL${others}`,
		pageSize: PAGE,
		nextPageToken: pageToken,
	});
	const connections = executions.flatMap(({ searchAttributes: attributes }) =>
		namesIn(attributes?.indexedFields?.[name]?.data),
	);
	return { connections, next: nextPageToken };
}

const namesSchema = z.union([z.string().transform((name) => [name]), z.array(z.string())]);

/** Search attributes are not encrypted. A memo beside them may be, so the client's own list could fail. */
function namesIn(data: Uint8Array | null | undefined): string[] {
	if (data === null || data === undefined) return [];
	const names = namesSchema.safeParse(JSON.parse(Buffer.from(data).toString()));
	return names.success ? names.data : [];
}
