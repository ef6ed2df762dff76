import { rejectionOf } from './testing/rejection';
import { sendError, type Answer, useService } from './testing/service';

const SOURCE = { params: { id: 'agent_support', sourceId: 7 } };

const start = useService({ retry: 'as-the-table-allows' });

describe('a DELETE that finds nothing', () => {
	const notFound = (response: Parameters<Answer>[0]) => sendError(response, 404, 'not_found');

	it('is an error at first', async () => {
		const { client } = await start(notFound);
		expect(await rejectionOf(client.call('deleteSource', SOURCE))).toMatchObject({ status: 404, outcome: 'refused' });
	});

	it('is success after an answer that was lost', async () => {
		const { client } = await start((response, nth) => (nth === 0 ? response.destroy() : notFound(response)));
		await expect(client.call('deleteSource', SOURCE)).resolves.toEqual({ settled: 'already-deleted' });
	});

	it('is an error after a 429, because nothing was deleted', async () => {
		const { client } = await start((response, nth) =>
			nth === 0 ? void response.writeHead(429, { 'retry-after': '0' }).end() : notFound(response),
		);
		expect(await rejectionOf(client.call('deleteSource', SOURCE))).toMatchObject({ status: 404 });
	});

	it('is success when the caller says that it is a repeat', async () => {
		const { client } = await start(notFound);
		await expect(client.call('deleteSource', { ...SOURCE, isRepeat: true })).resolves.toEqual({
			settled: 'already-deleted',
		});
	});
});
