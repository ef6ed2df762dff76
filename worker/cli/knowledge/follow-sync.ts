import type { TaskWithLinks } from '../../gateway/schemas';
import type { GatewayClient } from '../gateway-client';
import { keyedWrite } from '../keyed-write';
import type { Terminal } from '../terminal';
import { followTask, watch } from '../watch-tasks';

/** Starts a knowledge-sync and follows it. @returns the task as it ended */
export async function followSync(input: object, client: GatewayClient, terminal: Terminal): Promise<TaskWithLinks> {
	const { id } = await keyedWrite(terminal, undefined, (key) => client.start('knowledge-sync', key, input));
	const howToContinue = `  agent-knowledge tasks show ${id}`;
	return watch(terminal, howToContinue, (watching) => followTask(client, id, watching));
}
