import { setImmediate } from 'node:timers/promises';
import { TemporalTaskTimelines } from '../../../../worker/tasks/timeline';
import { Platform } from '../../../support/temporal/start-platform';

let platform: Platform;
beforeAll(async () => {
	platform = await Platform.start();
});
afterAll(() => platform.stop());

it('a timeline whose parts fail one after another fails once, and leaves no rejection to end the process', async () => {
	const { id } = await platform.retrain('cut short');
	await platform.ended(id);
	const unhandled: unknown[] = [];
	const note = (reason: unknown) => void unhandled.push(reason);
	process.on('unhandledRejection', note);
	const { client } = platform;
	const leaving = new AbortController();
	const timelines = new TemporalTaskTimelines(client, () => {
		leaving.abort();
		return Promise.reject(new Error('no subscriptions'));
	});
	const reading = client.withAbortSignal(leaving.signal, () => timelines.read(id, ['sandbox']));
	await expect(reading).rejects.toThrow();
	// The requests that were ended fail before a later one succeeds.
	await client.workflow.getHandle(id).describe();
	await setImmediate();
	process.off('unhandledRejection', note);
	expect(unhandled).toEqual([]);
});
