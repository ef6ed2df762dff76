import { Writable } from 'node:stream';
import { createLogger } from '../log';
import { stayUp } from './stay-up';

const never = new Promise<void>(() => undefined);

function log() {
	const lines: string[] = [];
	const destination = new Writable({
		write(chunk: Buffer, _encoding, done) {
			lines.push(chunk.toString());
			done();
		},
	});
	return { logger: createLogger({ level: 'info' }, destination), said: () => lines.join('') };
}

function processThat(does: { ended?: Promise<void>; stop?: () => Promise<void> }) {
	const stop = vi.fn(does.stop ?? (() => Promise.resolve()));
	return { gatewayUrl: null, ended: does.ended ?? never, stop };
}

test.each(['SIGINT', 'SIGTERM'] as const)('%s stops everything and ends well', async (signal) => {
	const { logger, said } = log();
	const running = processThat({});
	const code = stayUp(running, logger);
	process.emit(signal, signal);
	expect(await code).toBe(0);
	expect(running.stop).toHaveBeenCalledTimes(1);
	expect(said()).toContain(signal);
});

test('a part that fails for good is logged, the rest is stopped, and the process ends with 1', async () => {
	const { logger, said } = log();
	const running = processThat({ ended: Promise.reject(new Error('the namespace is gone')) });
	expect(await stayUp(running, logger)).toBe(1);
	expect(running.stop).toHaveBeenCalledTimes(1);
	expect(said()).toMatch(/"level":"fatal".*the namespace is gone/);
});

test.each([
	['never ends', () => never, 'not everything stopped in time'],
	['goes wrong', () => Promise.reject(new Error('broken')), 'could not stop in order'],
])('a stop that %s ends with 1 all the same', async (_what, stop, message) => {
	const { logger, said } = log();
	const code = stayUp(processThat({ stop }), logger, 20);
	process.emit('SIGTERM', 'SIGTERM');
	expect(await code).toBe(1);
	expect(said()).toContain(message);
});

test('no handler is left that would swallow the next signal', async () => {
	const before = process.listenerCount('SIGTERM') + process.listenerCount('SIGINT');
	await stayUp(processThat({ ended: Promise.reject(new Error('failed')) }), log().logger);
	expect(process.listenerCount('SIGTERM') + process.listenerCount('SIGINT')).toBe(before);
});
