import type { TaskWithLinks } from '../gateway/schemas';
import type { GatewayClient } from './gateway-client';
import { patiently, type Watching } from './patiently';

/** Seconds of one long poll; progress is drawn between two. */
const POLL_SECONDS = 5;

/** Follows a task to its end by long polls. */
export async function followTask(client: GatewayClient, id: string, watching: Watching): Promise<TaskWithLinks> {
	for (;;) {
		const task = await patiently(() => client.read(id, POLL_SECONDS, watching.signal), watching);
		if (task.status !== 'running') {
			watching.display.end(task);
			return task;
		}
		watching.display.show(task);
	}
}
