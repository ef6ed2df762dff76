import { rejectionOf } from './testing/rejection';
import { type Answer, API_KEY, sendJson, useService } from './testing/service';
import type { WatchedCall } from './client-options';

const AGENT = { params: { id: 'agent_support' } };
const start = useService();

/** Notes what it goes around, and adds headers. */
function noting(headers: Record<string, string>) {
	const noted: Array<[WatchedCall, number | 'lost']> = [];
	return {
		noted,
		watch: async <Reply extends { status: number }>(
			call: WatchedCall,
			send: (headers: Readonly<Record<string, string>>) => Promise<Reply>,
		) => {
			try {
				const reply = await send(headers);
				noted.push([call, reply.status]);
				return reply;
			} catch (error) {
				noted.push([call, 'lost']);
				throw error;
			}
		},
	};
}

test('goes around each request, names it by its pattern, and adds headers but replaces none', async () => {
	const { watch, noted } = noting({ traceparent: '00-a-b-01', authorization: 'Bearer other', accept: 'text/html' });
	const { client, received } = await start((response) => sendJson(response, 202, {}), { watch });
	await client.call('retrain', AGENT);
	expect(noted).toEqual([[{ operationId: 'retrain', method: 'POST', path: '/agents/{id}/retrain' }, 202]]);
	expect(received[0]?.headers).toMatchObject({
		traceparent: '00-a-b-01',
		authorization: `Bearer ${API_KEY}`,
		accept: 'application/json',
	});
});

test('sees refused and lost requests too, and none that is not sent', async () => {
	const { watch, noted } = noting({});
	const answer: Answer = (response, nth) => (nth === 0 ? response.destroy() : sendJson(response, 404, {}));
	const { client } = await start(answer, { watch });
	await rejectionOf(client.call('getUsage'));
	await rejectionOf(client.call('getUsage'));
	expect(noted.map(([, came]) => came)).toEqual(['lost', 404]);
	await rejectionOf(client.call('retrain', { params: { id: '..' } }));
	expect(noted).toHaveLength(2);
});
