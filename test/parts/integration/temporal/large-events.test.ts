import { randomBytes } from 'node:crypto';
import type { Client } from '@temporalio/client';
import { Keyring } from '../../../../worker/temporal';
import { MOST_EVENTS, readHistory } from '../../../../worker/tasks/timeline/history';
import { clientOf } from '../../../support/temporal/connect-patiently';
import { startTemporal } from '../../../support/temporal/start-temporal';

const secret = randomBytes(32).toString('base64');
const keyring = new Keyring({ keys: [{ id: 'k1', secret }], current: 'k1' });

let client: Client;
beforeAll(async () => {
	const server = await startTemporal();
	const connected = await clientOf({ address: server.address, namespace: server.namespace }, keyring);
	client = connected;
	return () => connected.connection.close();
});

it('reads the history of a task whose events are large', async () => {
	const handle = await client.workflow.start('retrainAndWait', { taskQueue: 'nobody', workflowId: 'large', args: [] });
	for (let nth = 0; nth < 8; nth += 1) await handle.signal('note', randomBytes(1_000_000).toString('base64'));
	const { historyLength, raw, runId } = await handle.describe();
	const bytes = Number(raw.workflowExecutionInfo?.historySizeBytes ?? 0);
	expect(bytes).toBeGreaterThan(8_000_000);
	const { runs, cut } = await readHistory(client, 'large', runId, { events: historyLength, bytes });
	expect(cut).toBe(false);
	expect(runs.flat()).toHaveLength(historyLength);
	expect(historyLength).toBeLessThan(MOST_EVENTS);
	await handle.terminate();
});
