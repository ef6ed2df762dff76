import { useSubscriptions } from './use-subscriptions';

const use = useSubscriptions();

function save(id: string, more: object) {
	const input = { version: 1, connection: 'main', agentIds: ['agent_support'] };
	const body = { type: 'nightly-retrain', input, cron: '* * * * *', timeZone: 'UTC', ...more };
	return use().send({ method: 'PUT', path: `/v1/schedules/${id}`, body });
}

test('a time of day that is none is refused, and one that is left out is none', async () => {
	expect(await save('odd', { finishBy: '25:00' })).toMatchObject({
		status: 400,
		body: { issues: [{ path: 'finishBy', message: expect.stringContaining('06:00') as string }] },
	});
	const { body: first } = await save('odd', { cron: '0 3 * * *', finishBy: '06:00' });
	expect(first).toMatchObject({ finishBy: '06:00', warnMinutes: 30 });
	const { body: second } = await save('odd', { cron: '0 3 * * *' });
	expect(second).toMatchObject({ finishBy: null, warnMinutes: null });
	expect((first as { version: string }).version).not.toBe((second as { version: string }).version);
	await use().send({ method: 'DELETE', path: '/v1/schedules/odd' });
});
