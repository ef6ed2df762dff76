import type { TaskListItem } from '../../gateway/schemas';
import type { CommandListQuery, GatewayClient } from '../gateway-client';

/** Tasks of a page. */
const PAGE_SIZE = 100;

/** The tasks of a filter on all pages, newest first. */
export async function* everyTask(client: GatewayClient, filter: CommandListQuery): AsyncGenerator<TaskListItem> {
	for (let pageToken: string | undefined; ;) {
		const page = await client.list({ ...filter, limit: PAGE_SIZE, pageToken });
		yield* page.items;
		if (page.nextPageToken === null) return;
		pageToken = page.nextPageToken;
	}
}
