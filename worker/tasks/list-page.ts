import type { Client } from '@temporalio/client';
import { executionInfoFromRaw } from '@temporalio/client/lib/helpers';
import type { Keyring } from '../temporal/keyring';
import { describeTask } from './describe-task';
import { listQuery } from './list-query';
import { openPageToken, sealPageToken } from './page-token';
import type { ListTasks } from './task-service';
import type { TaskPage } from './task-view';

const DEFAULT_LIMIT = 20;

/** One page of tasks, newest first. The client's own list pages through all of them. @throws InvalidPageTokenError */
export async function listPage(client: Client, keyring: Keyring, request: ListTasks): Promise<TaskPage> {
	const { namespace, loadedDataConverter } = client.options;
	const query = listQuery(request);
	const { executions, nextPageToken } = await client.workflowService.listWorkflowExecutions({
		namespace,
		query,
		pageSize: request.limit ?? DEFAULT_LIMIT,
		nextPageToken: openPageToken(keyring, query, request.pageToken),
	});
	const infos = executions.map((raw) => executionInfoFromRaw(raw, loadedDataConverter, raw, namespace));
	const items = (await Promise.all(infos)).map(describeTask).filter((view) => view !== null);
	return { items, nextPageToken: sealPageToken(keyring, query, nextPageToken) };
}
