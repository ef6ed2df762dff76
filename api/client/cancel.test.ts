import { once } from 'node:events';
import type { ResponseInfo } from './client-options';
import { rejectionOf } from './testing/rejection';
import { useService } from './testing/service';

const AGENT = { params: { id: 'agent_support' } };

const start = useService();

describe('a cancelled call', () => {
	it('sends nothing when it was cancelled before', async () => {
		const { client, received } = await start((response) => response.end());
		const error = await rejectionOf(client.call('retrain', { ...AGENT, signal: AbortSignal.abort() }));
		expect(error).toMatchObject({ type: 'cancelled', outcome: 'refused' });
		expect(received).toHaveLength(0);
	});

	it('is ambiguous when the request was under way, and ends the connection', async () => {
		const cancel = new AbortController();
		let closed: Promise<unknown> | undefined;
		const { client } = await start((response) => {
			closed = once(response, 'close');
			cancel.abort();
		});
		const onResponse = vi.fn<(info: ResponseInfo) => void>();
		const error = await rejectionOf(client.call('retrain', { ...AGENT, signal: cancel.signal, onResponse }));
		expect(error).toMatchObject({ type: 'cancelled', outcome: 'ambiguous' });
		expect(onResponse.mock.calls).toMatchObject([[{ status: null, cancelled: true }]]);
		await closed;
	});

	it('is another thing than a call that got no response in time', async () => {
		const { client } = await start(() => undefined);
		const onResponse = vi.fn<(info: ResponseInfo) => void>();
		const error = await rejectionOf(client.call('retrain', { ...AGENT, timeoutMs: 100, onResponse }));
		expect(error).toMatchObject({ type: 'timeout' });
		expect(onResponse.mock.calls).toMatchObject([[{ status: null, cancelled: false }]]);
	});
});
