import type { Client } from '@temporalio/client';
import { executionInfoFromRaw } from '@temporalio/client/lib/helpers';
import { GRPC, grpcCodeOf } from '../temporal/grpc-code';
import { describeTask } from './describe-task';
import { listQuery } from './list-query';
import { InvalidPageTokenError } from './task-errors';
import type { ListTasks } from './task-service';
import type { TaskPage } from './task-view';

const DEFAULT_LIMIT = 20;

/** One page of tasks, newest first. The client's own list pages through all of them. @throws InvalidPageTokenError */
export async function listPage(client: Client, { limit, pageToken, ...query }: ListTasks): Promise<TaskPage> {
	const { namespace, loadedDataConverter } = client.options;
	const { executions, nextPageToken } = await search(client, {
		namespace,
		query: listQuery(query),
		pageSize: limit ?? DEFAULT_LIMIT,
		nextPageToken: Buffer.from(pageToken ?? '', 'base64url'),
	});
	const infos = executions.map((raw) => executionInfoFromRaw(raw, loadedDataConverter, raw, namespace));
	const items = (await Promise.all(infos)).map(describeTask).filter((view) => view !== null);
	const next = Buffer.from(nextPageToken ?? []).toString('base64url');
	return { items, nextPageToken: next === '' ? null : next };
}

interface Search {
	namespace: string;
	query: string;
	pageSize: number;
	nextPageToken: Buffer;
}

async function search(client: Client, request: Search) {
	try {
		return await client.workflowService.listWorkflowExecutions(request);
	} catch (error) {
		const badToken = request.nextPageToken.length > 0 && grpcCodeOf(error) === GRPC.invalidArgument;
		throw badToken ? new InvalidPageTokenError() : error;
	}
}
