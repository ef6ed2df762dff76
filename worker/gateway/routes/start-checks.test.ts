import { Connections, type LookUps } from '../../connections';
import { lookUpTimedOut, noWorker } from '../../connections/look-ups';
import { useTestGateway } from '../testing/test-gateway';

const { serve } = useTestGateway();

const config = { main: { baseUrl: 'http://127.0.0.1:9', requestsPerMinute: 60 } };
const retrain = {
	method: 'POST',
	url: '/v1/tasks/retrain-and-wait',
	headers: { 'idempotency-key': 'in-a-crowd' },
	payload: { connection: 'main', agentId: 'agent_a' },
} as const;

async function startWhere(ask: LookUps['ask']) {
	const { ask: request } = serve({ connections: new Connections(config, { ask }) });
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

test('a knowledge sync that is to be proven is refused before anything is sent if its key may not search', async () => {
	const asked: string[] = [];
	const ask: LookUps['ask'] = (_connection, { read }) => {
		asked.push(read);
		if (read !== 'search') return Promise.resolve({ outcome: 'readable' });
		const refusal = { type: 'forbidden', status: 403, title: 'Not allowed', detail: null, retryAfterMs: null };
		return Promise.resolve({ outcome: 'refused', refusal });
	};
	const { ask: request } = serve({ connections: new Connections(config, { ask }) });
	const rows = [{ type: 'qa', question: 'When?', answer: 'Now.' }];
	const start = (key: string, prove: boolean) =>
		request({
			method: 'POST',
			url: '/v1/tasks/knowledge-sync',
			headers: { 'idempotency-key': key },
			payload: { connection: 'main', agentId: 'agent_a', set: 'One', rows, prove },
		});
	expect((await start('unproven', false)).status).toBe(202);
	expect(asked).not.toContain('search');
	const { status, body } = await start('proven', true);
	expect(status).toBe(424);
	expect(JSON.stringify(body)).toContain('read:knowledge');
});
