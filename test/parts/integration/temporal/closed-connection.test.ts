import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Keyring } from '../../../../worker/temporal';
import { startOwnTemporal } from '../../../support/temporal/own-server';
import { clientOf } from '../../../support/temporal/connect-patiently';

/** The client's first retries are due by then. */
const RETRIED_MS = 600;

test('no retry begins after the connection was closed, while Temporal is away', async () => {
	const keyring = new Keyring({
		keys: [{ id: 'first', secret: randomBytes(32).toString('base64') }],
		current: 'first',
	});
	const temporal = await startOwnTemporal();
	const client = await clientOf(temporal, keyring);
	await client.workflowService.getClusterInfo({});
	await temporal.stop();
	const calls = Array.from({ length: 5 }, () => client.workflowService.getClusterInfo({}));
	const settled = Promise.allSettled(calls);
	// oxlint-disable-next-line test-time/no-timer -- The client tells nobody of its retries.
	await pause(RETRIED_MS);

	const uncaught: unknown[] = [];
	const note = (error: unknown) => uncaught.push(error);
	process.on('uncaughtException', note);
	try {
		await client.connection.close();
		const ends = await settled;
		expect(ends.map(({ status }) => status)).toEqual(calls.map(() => 'rejected'));
	} finally {
		process.off('uncaughtException', note);
	}
	expect(uncaught).toEqual([]);
});
