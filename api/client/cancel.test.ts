import { once } from 'node:events';
import { rejectionOf } from './testing/rejection';
import { useService } from './testing/service';

const AGENT = { params: { id: 'agent_support' } };

const start = useService();

describe('a cancelled call', () => {
	it('sends nothing when it was cancelled before', async () => {
		const { client, received } = await start((response) => response.end());
		const error = await rejectionOf(client.call('retrain', { ...AGENT, signal: AbortSignal.abort() }));
		expect(error).toMatchObject({ type: 'cancelled', outcome: 'refused', attempts: 0 });
		expect(received).toHaveLength(0);
	});

	it('is ambiguous when the request was under way, and ends the connection', async () => {
		const cancel = new AbortController();
		let closed: Promise<unknown> | undefined;
		const { client } = await start((response) => {
			closed = once(response, 'close');
			cancel.abort();
		});
		const error = await rejectionOf(client.call('retrain', { ...AGENT, signal: cancel.signal }));
		expect(error).toMatchObject({ type: 'cancelled', outcome: 'ambiguous', attempts: 1 });
		await closed;
	});

	it('stops waiting for a repeat', async () => {
		const cancel = new AbortController();
		const { client, received } = await start((response) => response.writeHead(429, { 'retry-after': '600' }).end(), {
			retry: 'as-the-table-allows',
			onResponse: () => setImmediate(() => cancel.abort()),
		});
		const error = await rejectionOf(client.call('retrain', { ...AGENT, signal: cancel.signal }));
		expect(error).toMatchObject({ type: 'cancelled', outcome: 'refused', attempts: 1 });
		expect(received).toHaveLength(1);
	});

	it('stops waiting for the rate limit', async () => {
		const exhausted = { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '600' };
		const { client, received } = await start((response) => response.writeHead(200, exhausted).end('{}'), {
			pace: true,
		});
		await client.call('getUsage');
		const cancel = new AbortController();
		const waiting = rejectionOf(client.call('getUsage', { signal: cancel.signal }));
		setImmediate(() => cancel.abort());
		expect(await waiting).toMatchObject({ type: 'cancelled', outcome: 'refused', attempts: 0 });
		expect(received).toHaveLength(1);
	});
});
