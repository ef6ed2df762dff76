import { Writable } from 'node:stream';
import { ApplicationFailure } from '@temporalio/common';
import { DatabaseError } from 'pg';
import { ApiError } from '../../api';
import { createLogger } from '.';

function logged(fields: Record<string, unknown> | Error, text?: string): string {
	const lines: string[] = [];
	const destination = new Writable({
		write(chunk: Buffer, _encoding, done) {
			lines.push(chunk.toString());
			done();
		},
	});
	createLogger({ level: 'info' }, destination).info(fields, text);
	return lines.join('');
}

test.each([
	[{ apiKey: 'hidden-value' }],
	[{ req: { headers: { authorization: 'Bearer hidden-value' } } }],
	[{ config: { connections: { main: { apiKey: 'hidden-value' } } } }],
	[{ config: { gateway: { tokens: [{ name: 'n8n', token: 'hidden-value' }] } } }],
	[{ err: { config: { user: 'worker', password: 'hidden-value' } } }],
	[{ callbackUrl: 'http://user:hidden-value@n8n.local/webhook-waiting/7/node?signature=hidden-value' }],
	[{ err: { config: { headers: { authorization: 'hidden-value' } } } }],
	[{ err: { config: { headers: { Authorization: 'Bearer hidden-value' } } } }],
])('takes the secret out of %j', (fields) => {
	expect(logged(fields, 'said')).not.toContain('hidden-value');
});

test('keeps what helps to find the fault', () => {
	const line: unknown = JSON.parse(
		logged({ callbackUrl: 'https://n8n.local:5678/webhook-waiting/7/node?s=1' }, 'said'),
	);
	expect(line).toMatchObject({
		level: 'info',
		msg: 'said',
		callbackUrl: 'https://n8n.local:5678/webhook-waiting/7/node',
	});
});

test('a terminal obeys nothing of a line, and programs read the same of it', () => {
	const hostile = '\u001b]0;owned\u0007\u009b31m\u202eSales\u0000\u2028';
	const line = logged({ agent: hostile }, hostile);
	expect(line.trimEnd()).not.toMatch(/\p{Cc}|[\u2028-\u202e]/u);
	expect(JSON.parse(line)).toMatchObject({ agent: hostile, msg: hostile });
});

const WORDS = 'ada@client.example wrote "Your order"\n    at ada@client.example';
const refusal = new ApiError({
	type: 'insufficient_scope',
	title: WORDS,
	status: 403,
	detail: WORDS,
	issues: [{ path: WORDS, message: WORDS }],
	retryAfterMs: null,
	outcome: 'refused',
	operationId: 'queueEmailReply',
	request: 'POST /x',
});
const failure = ApplicationFailure.create({ type: WORDS, message: WORDS, details: [{ status: 422, detail: WORDS }] });
const rowRefused = Object.assign(new DatabaseError(WORDS, 1, 'error'), { code: '23514', detail: WORDS, hint: WORDS });
const named = Object.assign(new Error(WORDS), { name: WORDS, code: WORDS, responseCode: 550, response: WORDS });

test.each([
	['a refusal of the service', refusal, { failure: 'insufficient_scope', status: 403, operation: 'queueEmailReply' }],
	['a failed activity', failure, { type: 'ApplicationFailure', status: 422 }],
	['a row that a database refuses', rowRefused, { code: '23514' }],
	['a mail server', named, { type: 'Error', status: 550 }],
	['what wraps it', new Error(WORDS, { cause: refusal }), { cause: { failure: 'insufficient_scope' } }],
])('keeps the type and status of %s, and none of its words', (_what, error, kept) => {
	for (const line of [
		logged({ err: error }, 'failed'),
		logged({ error, list: [] }, 'failed'),
		logged(error),
		logged({ err: error }),
	]) {
		expect(line).not.toMatch(/ada@|Your order/);
		expect(JSON.parse(line)).toMatchObject({ msg: 'failed' });
	}
	expect(JSON.parse(logged({ err: error }))).toMatchObject({
		err: { ...kept, stack: expect.stringContaining('logger.test.ts') as string },
	});
});
