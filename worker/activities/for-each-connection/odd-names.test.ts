import { MockActivityEnvironment } from '@temporalio/testing';
import { z } from 'zod';
import { now } from '../../../test/support/time/moments';
import { eachActivities } from './activities';

const goneSchema = z.record(z.string(), z.number());

test.each(['constructor', 'toString', 'valueOf', 'gone'])(
	'a connection named %s leaves when it is missing for a minute',
	async (name) => {
		const activities = eachActivities({
			tasks: {
				start: () => Promise.reject(new Error('Nothing starts.')),
				get: () => Promise.reject(new Error('Nothing is read.')),
				cancel: () => Promise.reject(new Error('Nothing is cancelled.')),
				isStopping: () => Promise.reject(new Error('Nothing is read.')),
			},
			connections: { matching: () => ['main'] },
		});
		let details: unknown;
		const look = (heartbeatDetails: unknown) => {
			const environment = new MockActivityEnvironment({ heartbeatDetails, scheduledTimestampMs: now().getTime() });
			environment.on('heartbeat', (seen: unknown) => {
				details = seen;
			});
			return environment.run(() => activities.awaitSelection({ selector: 'a', allowed: null }, [name, 'main']));
		};
		await expect(look(undefined)).rejects.toThrow('The same connections are selected.');
		const noted = goneSchema.parse(details);
		expect(Object.keys(noted)).toEqual([name]);
		const aMinuteAgo = (noted[name] ?? 0) - 60_000;
		expect(await look({ [name]: aMinuteAgo })).toEqual(['main']);
	},
);
