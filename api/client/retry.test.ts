import fc from 'fast-check';
import { createClient } from './create-client';
import { MAX_WAIT_MS, retryDelayMs } from './retry';
import { rejectionOf } from './testing/rejection';
import { sendError, sendJson, type Answer, useService } from './testing/service';

const AGENT = { params: { id: 'agent_support' } };
const REPLY = { ...AGENT, body: { sessionId: 'email:1', content: 'Hello', idempotencyKey: 'key-1' } };
const QUEUED = { deliveryId: 'd', messageId: 'm', status: 'queued' };

const start = useService({ retry: 'as-the-table-allows' });

/** Fails the first request in the given way and answers the second. */
const failsOnce =
	(fail: (response: Parameters<Answer>[0]) => void, body: unknown): Answer =>
	(response, nth) =>
		nth === 0 ? fail(response) : sendJson(response, 200, body);

const failures: Record<string, (response: Parameters<Answer>[0]) => void> = {
	'a reset': (response) => response.destroy(),
	'a 408': (response) => sendError(response, 408, 'timeout'),
	'a 500': (response) => sendError(response, 500, 'internal'),
	'a 503': (response) => sendError(response, 503, 'unavailable'),
	'a 429': (response) => response.writeHead(429, { 'retry-after': '0' }).end(),
};
const uncertain = Object.entries(failures).filter(([name]) => name !== 'a 429');

describe('what is safe to repeat', () => {
	it.each(Object.entries(failures))('is read again after %s', async (_, fail) => {
		const { client, received } = await start(failsOnce(fail, { id: 'agent_support' }));
		await client.call('getAgent', AGENT);
		expect(received).toHaveLength(2);
	});

	it.each(Object.entries(failures))('is sent again with the same key and content after %s', async (_, fail) => {
		const { client, received } = await start(failsOnce(fail, QUEUED));
		await client.call('queueEmailReply', REPLY);
		expect(received).toHaveLength(2);
		expect(received[1]?.body).toBe(received[0]?.body);
	});

	it('is a chat with clientMessageId, and no other chat', async () => {
		const { client, received } = await start((response) => response.destroy());
		await rejectionOf(client.call('chat', { ...AGENT, body: { message: 'hi' } }));
		expect(received).toHaveLength(1);
		await rejectionOf(client.call('chat', { ...AGENT, body: { message: 'hi', clientMessageId: 'm1' } }));
		expect(received.length).toBeGreaterThan(2);
	});

	it('is given up after five requests, with the last answer', async () => {
		const { client, received } = await start((response) => response.writeHead(500, { 'retry-after': '0' }).end());
		expect(await rejectionOf(client.call('getUsage'))).toMatchObject({ status: 500, attempts: 5 });
		expect(received).toHaveLength(5);
	});
});

describe('what is not safe to repeat', () => {
	it.each(uncertain)('is sent once when the answer is %s', async (_, fail) => {
		const { client, received } = await start(fail);
		expect(await rejectionOf(client.call('retrain', AGENT))).toMatchObject({ outcome: 'ambiguous', attempts: 1 });
		expect(received).toHaveLength(1);
	});

	it('is sent again after a 429, which did nothing', async () => {
		const { client, received } = await start(
			failsOnce((response) => response.writeHead(429, { 'retry-after': '0' }).end(), {}),
		);
		await client.call('retrain', AGENT);
		expect(received).toHaveLength(2);
	});

	it('is decided by the action where the table says so', async () => {
		const { client, received } = await start(failsOnce((response) => response.destroy(), {}));
		const act = (action: 'test-sending' | 'check') =>
			client.call('actOnMailbox', { ...AGENT, body: { action, mailboxId: 'm' } });
		expect(await rejectionOf(act('test-sending'))).toMatchObject({ outcome: 'ambiguous' });
		expect(received).toHaveLength(1);
		received.length = 0;
		await act('check');
		expect(received).toHaveLength(2);
	});
});

it.each([400, 401, 403, 404, 409, 413])('a %i is never repeated', async (status) => {
	const { client, received } = await start((response) => sendError(response, status, 'some_type'));
	await rejectionOf(client.call('getAgent', AGENT));
	expect(received).toHaveLength(1);
});

it('retry "never" makes one request', async () => {
	const { baseUrl, received } = await start((response) => response.writeHead(429, { 'retry-after': '0' }).end());
	await rejectionOf(createClient({ baseUrl, apiKey: 'k' }).call('getUsage'));
	expect(received).toHaveLength(1);
});

it('an earlier uncertain request makes a later refusal ambiguous', async () => {
	const { client } = await start((response, nth) =>
		nth === 0 ? response.destroy() : sendError(response, 409, 'key_reused'),
	);
	expect(await rejectionOf(client.call('queueEmailReply', REPLY))).toMatchObject({ status: 409, outcome: 'ambiguous' });
});

describe('the wait before a repeat', () => {
	it('is what the service asks for, but 10 minutes at most', () => {
		expect(retryDelayMs(1, 7000, 0.5)).toBe(7000);
		expect(retryDelayMs(1, 3_600_000, 0.5)).toBe(MAX_WAIT_MS);
	});

	it('else grows, and never beyond a minute', () => {
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 100 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, random) => {
				const delay = retryDelayMs(attempt, null, random);
				expect(delay).toBeGreaterThanOrEqual(0);
				expect(delay).toBeLessThanOrEqual(Math.min(500 * 2 ** (attempt - 1), 60_000));
			}),
		);
	});
});
