import { now } from '../../support/time/moments';
import { useSubscriptions } from '../../parts/integration/gateway/use-subscriptions';

const use = useSubscriptions();

const MINUTE = 60_000;
const timeOfDay = (at: number) => new Date(at).toISOString().slice(11, 16);

function save(id: string, more: object) {
	const input = { version: 1, connection: 'main', agentIds: ['agent_support'] };
	const body = { type: 'nightly-retrain', input, cron: '* * * * *', timeZone: 'UTC', ...more };
	return use().send({ method: 'PUT', path: `/v1/schedules/${id}`, body });
}

test('a run that still runs when its lead time begins is told once, beside the run', async () => {
	await use().subscribe('late', ['task.late']);
	await use().platform.admin.setSettings({ clockFactor: 0.01 });
	// The lead time is longer than the run has, so half of its minute counts. The run lasts.
	let [dueAt, finishBy] = [0, ''];
	// Saved again if it took so long that the run was due before.
	while (dueAt < now().getTime()) {
		dueAt = MINUTE * Math.floor(now().getTime() / MINUTE + 1.2);
		finishBy = timeOfDay(dueAt + MINUTE);
		const cron = `${new Date(dueAt).getUTCMinutes()} * * * *`;
		const saved = await save('late', { cron, finishBy, warnMinutes: 600 });
		expect(saved).toMatchObject({ status: 200, body: { finishBy, warnMinutes: 600 } });
	}
	const [message] = await use().receiver.untilReceived('task.late');
	expect(message?.body.data).toMatchObject({
		source: 'schedule',
		name: 'late',
		state: 'running',
		task: { type: 'nightly-retrain', connection: 'main' },
		message: expect.stringContaining(`should be done by ${finishBy} (UTC) and still runs`) as string,
	});
	await use().platform.admin.setSettings({ clockFactor: 400 });
	await use().send({ method: 'DELETE', path: '/v1/schedules/late' });
	expect(use().receiver.received.filter(({ body }) => body.type === 'task.late')).toHaveLength(1);
});
