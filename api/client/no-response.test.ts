import { createClient } from './create-client';
import { rejectionOf } from './testing/rejection';
import { API_KEY, type Answer, useService } from './testing/service';

const AGENT = { params: { id: 'agent_support' } };

const start = useService();

describe('no answer', () => {
	it('is refused when the connection is refused', async () => {
		const { client, close } = await start(() => undefined);
		await close();
		expect(await rejectionOf(client.call('retrain', AGENT))).toMatchObject({
			type: 'connection_refused',
			status: null,
			outcome: 'refused',
		});
	});

	it('is refused when the name does not exist', async () => {
		const client = createClient({ baseUrl: 'http://no-such-host.invalid', apiKey: API_KEY });
		expect(await rejectionOf(client.call('retrain', AGENT))).toMatchObject({
			type: 'host_not_found',
			outcome: 'refused',
		});
	});

	it('is ambiguous when the connection is reset', async () => {
		const { client } = await start((response) => response.destroy());
		expect(await rejectionOf(client.call('retrain', AGENT))).toMatchObject({
			type: 'connection_lost',
			status: null,
			outcome: 'ambiguous',
		});
	});

	it('is ambiguous when the reply breaks off', async () => {
		const { client } = await start((response) => {
			response.writeHead(200, { 'content-length': '100' });
			response.write('{', () => response.destroy());
		});
		expect(await rejectionOf(client.call('retrain', AGENT))).toMatchObject({
			type: 'connection_lost',
			outcome: 'ambiguous',
		});
	});

	it.each([
		['nothing comes', () => undefined],
		['the reply never ends', (response: Parameters<Answer>[0]) => void response.writeHead(200).write('{')],
	])('is ambiguous when time is over and %s', async (_, answer) => {
		const { client } = await start(answer, { timeoutMs: 300 });
		expect(await rejectionOf(client.call('retrain', AGENT))).toMatchObject({ type: 'timeout', outcome: 'ambiguous' });
	});
});
