import { once } from 'node:events';
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
		const error = await rejectionOf(client.call('retrain', { ...AGENT, signal: cancel.signal }));
		expect(error).toMatchObject({ type: 'cancelled', outcome: 'ambiguous' });
		await closed;
	});
});
