import { eventually } from '../../../support/time/eventually';
import { retrainPath } from '../../chaos/api-paths';
import { runsBegun } from '../../chaos/training-runs';
import type { PrepareTask } from './open-task';

/** Two retrains have failed. A bulk action has retried the first one, and the second waits for its turn. */
export const bulkHalfDone: PrepareTask = async (stack, key) => {
	const agents = [await stack.newAgent(`${key} first`), await stack.newAgent(`${key} second`)];
	const ids: string[] = [];
	for (const agentId of agents) {
		await stack.admin.addFault('POST', retrainPath(agentId), { kind: 'status', status: 403 });
		const input = { version: 1, connection: 'sandbox', agentId, waitUntil: 'finished', ifActive: 'adopt' };
		ids.push(await stack.begin('retrain-and-wait', `${key}-${agentId}`, input));
	}
	for (const id of ids) expect(await stack.ended(id)).toMatchObject({ status: 'failed' });
	const begun = () => agents.flatMap((agentId) => runsBegun(stack.stack.sandbox.databaseFile, agentId));
	return async () => {
		const id = await stack.begin('bulk-action', key, { version: 1, action: 'retry', ids, atOnce: 1 });
		await eventually(() => begun().length > 0, Boolean, 'The first retried run');
		return {
			id,
			async verify() {
				expect(await stack.ended(id)).toMatchObject({
					status: 'completed',
					result: { counts: { done: 2, refused: 0, gone: 0, not_started: 0 } },
				});
				for (const each of ids) expect(await stack.ended(each)).toMatchObject({ status: 'completed' });
				for (const agentId of agents) expect(runsBegun(stack.stack.sandbox.databaseFile, agentId)).toHaveLength(1);
			},
		};
	};
};
