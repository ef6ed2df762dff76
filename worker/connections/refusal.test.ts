import { lookUpAnswerSchema } from './look-ups';
import { refusalOf } from './refusal';

const asked = { connection: 'main', baseUrl: 'http://127.0.0.1:4010', scope: 'read:sources' };

/** A refusal as the gateway gets it from a worker. */
function received(type: string | undefined, title: string) {
	const sent = {
		type,
		status: null,
		title,
		detail: 'The task waits.',
		retryAfterMs: type === undefined ? null : 5_000,
	};
	const result = lookUpAnswerSchema.parse({ outcome: 'refused', refusal: sent });
	if (result.outcome !== 'refused') throw new Error('It is not a refusal.');
	return refusalOf(result.refusal, asked).toBody();
}

test('a connection that a worker does not have is not called a service that does not answer', () => {
	const { type, status, title, detail } = received('connection_removed', 'The configuration has no connection "main"');
	expect({ type, status, title }).toEqual({
		type: 'connection_not_at_worker',
		status: 503,
		title: 'The worker does not have this connection',
	});
	expect(detail).toMatch(/the gateway has the connection "main", but .* worker .* does not/i);
	expect(detail).toMatch(/same connections.*within some seconds/);
	expect(detail).not.toMatch(/baseUrl|4010/);
});

test('a call that waits for other calls of its connection is not called a service that does not answer', () => {
	const title = '5 calls of the connection "main" wait for a response of the service';
	const problem = received('connection_busy', title);
	expect(problem).toMatchObject({ type: 'connection_slow', status: 503 });
	expect(problem.detail).toContain(`did not send the call: ${title}.`);
	expect(problem.detail).toContain('Send the request again in 5 s.');
	expect(problem.detail).not.toContain('baseUrl');
});

test('a service without a response is named with its address, also by a worker of an earlier version', () => {
	expect(received(undefined, 'No connection')).toMatchObject({
		type: 'connection_unreachable',
		status: 502,
		detail: expect.stringContaining('connections.main.baseUrl') as string,
	});
});
