import pino from 'pino';
import { startTracing } from './start-tracing';

const LOG = pino({ level: 'silent' });

test('without an endpoint there is nothing, and with one it ends though nobody listens there', async () => {
	await expect(startTracing(undefined, LOG)).resolves.toBeNull();
	const tracing = await startTracing('http://127.0.0.1:9', LOG);
	const reply = { status: 200, of: 'the hook' };
	await expect(tracing?.delivery('hooks.example', () => Promise.resolve(reply))).resolves.toBe(reply);
	await expect(tracing?.stop()).resolves.toBeUndefined();
});
