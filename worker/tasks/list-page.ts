import type { Client, WorkflowExecutionInfo } from '@temporalio/client';
import { keyErrorOf } from '../temporal/key-error-of';
import type { Keyring } from '../temporal/keyring';
import { executionInfo, executionInfoWithoutMemo, type ListedExecution } from '../temporal/list-executions';
import { describeTask } from './describe-task';
import { listQuery } from './list-query';
import { openPageToken, sealPageToken } from './page-token';
import type { ListTasks } from './task-service';
import type { TaskPage } from './task-view';

const DEFAULT_LIMIT = 20;

/** One page of tasks, newest first. The client's own list pages through all of them. @throws InvalidPageTokenError */
export async function listPage(client: Client, keyring: Keyring, request: ListTasks): Promise<TaskPage> {
	const { namespace } = client.options;
	const query = listQuery(request);
	const { executions, nextPageToken } = await client.workflowService.listWorkflowExecutions({
		namespace,
		query,
		pageSize: request.limit ?? DEFAULT_LIMIT,
		nextPageToken: openPageToken(keyring, query, request.pageToken),
	});
	const infos = executions.map((raw) => readable(client, raw));
	const items = (await Promise.all(infos)).map(describeTask).filter((view) => view !== null);
	return { items, nextPageToken: sealPageToken(keyring, query, nextPageToken) };
}

/** Without its memo where no key opens that: one such task hides no others. */
async function readable(client: Client, raw: ListedExecution): Promise<WorkflowExecutionInfo> {
	try {
		return await executionInfo(client, raw);
	} catch (error) {
		if (keyErrorOf(error) === null) throw error;
		return executionInfoWithoutMemo(client, raw);
	}
}
