import { Connections, type LookUps } from '../../connections';
import { lookUpTimedOut, noWorker } from '../../connections/look-ups';
import { testGateway } from '../testing/test-gateway';

const config = { main: { baseUrl: 'http://127.0.0.1:9', requestsPerMinute: 60 } };
const retrain = {
	method: 'POST',
	url: '/v1/tasks/retrain-and-wait',
	headers: { 'idempotency-key': 'in-a-crowd' },
	payload: { connection: 'main', agentId: 'agent_a' },
} as const;

async function startWhere(ask: LookUps['ask']) {
	const { ask: request } = await testGateway({ connections: new Connections(config, { ask }) });
	return request(retrain);
}

test('a start whose check gets no turn within the limit of the key goes ahead', async () => {
	const { status } = await startWhere(() => Promise.reject(lookUpTimedOut('main', 20_000)));
	expect(status).toBe(202);
});

test('a start that no worker can check is refused', async () => {
	const { status, body } = await startWhere(() => Promise.reject(noWorker('main', 'api/main')));
	expect(body).toMatchObject({ type: 'no_worker' });
	expect(status).toBe(503);
});
