import { Writable } from 'node:stream';
import { createLogger } from '.';

function logged(fields: Record<string, unknown>): string {
	const lines: string[] = [];
	const destination = new Writable({
		write(chunk: Buffer, _encoding, done) {
			lines.push(chunk.toString());
			done();
		},
	});
	createLogger({ level: 'info' }, destination).info(fields, 'said');
	return lines.join('');
}

test.each([
	[{ apiKey: 'hidden-value' }],
	[{ req: { headers: { authorization: 'Bearer hidden-value' } } }],
	[{ config: { connections: { main: { apiKey: 'hidden-value' } } } }],
	[{ config: { gateway: { tokens: [{ name: 'n8n', token: 'hidden-value' }] } } }],
	[{ callbackUrl: 'http://user:hidden-value@n8n.local/webhook-waiting/7/node?signature=hidden-value' }],
	[{ err: { config: { headers: { authorization: 'hidden-value' } } } }],
	[{ err: { config: { headers: { Authorization: 'Bearer hidden-value' } } } }],
])('takes the secret out of %j', (fields) => {
	expect(logged(fields)).not.toContain('hidden-value');
});

test('keeps what helps to find the fault', () => {
	const line: unknown = JSON.parse(logged({ callbackUrl: 'https://n8n.local:5678/webhook-waiting/7/node?s=1' }));
	expect(line).toMatchObject({
		level: 'info',
		msg: 'said',
		callbackUrl: 'https://n8n.local:5678/webhook-waiting/7/node',
	});
});
